-- The same text runs on SQLite and on PostgreSQL.

-- +goose Up

-- A stream and its end. The row is also the lock of those who append.
CREATE TABLE stream (
    name text   NOT NULL PRIMARY KEY,
    last bigint NOT NULL,
    hash text   NOT NULL
);

-- The log. Rows are never changed and never deleted.
CREATE TABLE entry (
    stream   text   NOT NULL,
    position bigint NOT NULL CHECK (position > 0),
    key      text   NOT NULL,
    at       bigint NOT NULL, -- microseconds since 1970, UTC
    kind     text   NOT NULL,
    data     text   NOT NULL,
    hash     text   NOT NULL, -- SHA-256 in hexadecimal
    PRIMARY KEY (stream, position),
    UNIQUE (stream, key)
);

-- What lives beside the log and may change.
CREATE TABLE doc (
    tab      text   NOT NULL,
    key      text   NOT NULL,
    owner    text   NOT NULL,
    revision bigint NOT NULL CHECK (revision > 0),
    expires  bigint NOT NULL, -- microseconds since 1970; the largest number is never
    data     text   NOT NULL,
    PRIMARY KEY (tab, key)
);

CREATE INDEX doc_owner ON doc (tab, owner);

-- +goose Down
DROP TABLE doc;
DROP TABLE entry;
DROP TABLE stream;
