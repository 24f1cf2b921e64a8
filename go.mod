module github.com/overtrick/overtrick

go 1.26.0
