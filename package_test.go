package overtrick_test

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

const (
	unitFile      = "build/package/overtrick.service"
	containerFile = "build/package/Containerfile"
)

// unit gives the settings of the service, in order, by their names.
func unit(t *testing.T) map[string][]string {
	t.Helper()
	set := map[string][]string{}
	for l := range strings.Lines(string(read(t, unitFile))) {
		if name, value, ok := strings.Cut(strings.TrimSpace(l), "="); ok && !strings.HasPrefix(name, "#") {
			set[name] = append(set[name], value)
		}
	}
	return set
}

// servesUntilStopped runs a program that serves, as a service or a container runs it,
// with a port of its own; it must answer that it is there, keep its journal in file, and
// end well when it is asked to.
func servesUntilStopped(t *testing.T, file string, env, args []string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), filepath.Join(program(t), "bin", "overtrick"), append(args, "--listen", "127.0.0.1:0")...)
	cmd.Env = env
	cmd.Dir = t.TempDir()
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill := time.AfterFunc(30*time.Second, func() { _ = cmd.Process.Kill() })
	defer kill.Stop()
	address := regexp.MustCompile(`http://127\.0\.0\.1:\d+/`)
	found := false
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if !found && address.MatchString(lines.Text()) {
			found = true
			if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
				t.Error(err)
			}
		}
	}
	if err := cmd.Wait(); err != nil || !found || stderr.Len() > 0 {
		t.Fatalf("overtrick %s: %v, address %v\n%s", strings.Join(args, " "), err, found, stderr.String())
	}
	if _, err := os.Stat(file); err != nil {
		t.Errorf("the journal is not where it should be: %v", err)
	}
}

// TestService: what the service of systemd starts is a command line of the program,
// which keeps its journal where the service may write.
func TestService(t *testing.T) {
	set := unit(t)
	if len(set["ExecStart"]) != 1 {
		t.Fatalf("it starts %q", set["ExecStart"])
	}
	line := strings.Fields(set["ExecStart"][0])
	if line[0] != "/usr/local/bin/overtrick" {
		t.Errorf("it starts %s", line[0])
	}
	const state = "/var/lib"
	var env []string
	for _, e := range set["Environment"] {
		name, value, _ := strings.Cut(e, "=")
		if name != "XDG_DATA_HOME" || value != state || set["WorkingDirectory"][0] != state+"/"+set["StateDirectory"][0] {
			t.Errorf("environment %s, state in %s", e, set["StateDirectory"])
		}
		env = append(env, name+"="+filepath.Join(t.TempDir(), "state"))
	}
	servesUntilStopped(t, filepath.Join(strings.TrimPrefix(env[0], "XDG_DATA_HOME="), set["StateDirectory"][0], "club.overtrick"), env, line[1:])
}

// TestServiceIsConfined: the service may do what a server needs and no more. Where
// systemd is, it says the same, and that it understands every line.
func TestServiceIsConfined(t *testing.T) {
	set := unit(t)
	for name, want := range map[string]string{
		"DynamicUser": "yes", "StateDirectory": "overtrick", "StateDirectoryMode": "0700", "UMask": "0077",
		"NoNewPrivileges": "yes", "CapabilityBoundingSet": "", "ProtectSystem": "strict", "ProtectHome": "yes",
		"PrivateTmp": "yes", "PrivateDevices": "yes", "MemoryDenyWriteExecute": "yes", "Restart": "on-failure",
	} {
		if got := set[name]; len(got) != 1 || got[0] != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	systemd, err := exec.LookPath("systemd-analyze")
	if err != nil {
		return // the lines above are all that can be said here
	}
	path := filepath.Join(t.TempDir(), "overtrick.service")
	text := strings.ReplaceAll(string(read(t, unitFile)), "ExecStart=/usr/local/bin/", "ExecStart="+filepath.Join(program(t), "bin")+"/")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), systemd, "verify", "--man=no", path).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("systemd-analyze verify: %v\n%s", err, out)
	}
	// Of 100; what is left is the network, and a folder of its own. Old releases know
	// no --offline.
	help, _ := exec.CommandContext(t.Context(), systemd, "--help").CombinedOutput()
	if strings.Contains(string(help), "--offline") {
		if out, err := exec.CommandContext(t.Context(), systemd, "security", "--no-pager", "--offline=true", "--threshold=20", path).CombinedOutput(); err != nil {
			t.Errorf("systemd-analyze security: %v\n%s", err, out)
		}
	}
}

// TestContainer: the container is the static program and nothing else, and what it
// starts is a command line of the program.
func TestContainer(t *testing.T) {
	var steps []string
	of := map[string]string{}
	for l := range strings.Lines(string(read(t, containerFile))) {
		if step, rest, ok := strings.Cut(strings.TrimSpace(l), " "); ok && step != "#" {
			steps = append(steps, step)
			of[step] = rest
		}
	}
	if want := []string{"FROM", "ARG", "COPY", "ENV", "ENTRYPOINT", "CMD"}; !slices.Equal(steps, want) || of["FROM"] != "scratch" {
		t.Errorf("steps %q from %s, want %q", steps, of["FROM"], want)
	}
	name, file, _ := strings.Cut(of["ARG"], "=")
	if of["COPY"] != "${"+name+"} /overtrick" {
		t.Errorf("it copies %s", of["COPY"])
	}
	system, machine, _ := strings.Cut(strings.TrimPrefix(file, "overtrick-"), "-")
	if !strings.Contains(string(read(t, "build/release.sh")), system+"/"+machine) {
		t.Errorf("nobody builds %s", file)
	}
	var first, then []string
	if json.Unmarshal([]byte(of["ENTRYPOINT"]), &first) != nil || json.Unmarshal([]byte(of["CMD"]), &then) != nil || len(first) != 1 || first[0] != "/overtrick" {
		t.Fatalf("it starts %s %s", of["ENTRYPOINT"], of["CMD"])
	}
	data, ok := strings.CutPrefix(of["ENV"], "XDG_DATA_HOME=")
	if !ok || !strings.Contains(string(read(t, containerFile)), "-v club:"+data+" ") {
		t.Errorf("it keeps its data in %s", of["ENV"])
	}
	state := t.TempDir()
	servesUntilStopped(t, filepath.Join(state, "overtrick", "club.overtrick"), []string{"XDG_DATA_HOME=" + state}, then)
}

// TestReleaseIsComplete: everything that is promised is built, and on a checksum list.
func TestReleaseIsComplete(t *testing.T) {
	script := string(read(t, "build/release.sh"))
	for _, system := range []string{"linux", "windows", "darwin"} {
		for _, machine := range []string{"amd64", "arm64"} {
			if !strings.Contains(script, " "+system+"/"+machine) {
				t.Errorf("nobody builds for %s on %s", system, machine)
			}
		}
	}
	if !strings.Contains(string(read(t, "build/test.sh")), "build/release.sh") {
		t.Error("the release is not built where a change is checked")
	}
}
