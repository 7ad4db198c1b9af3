"""A database that is backed up, changed, and compared."""

from config.database import server as servers
from config.database.server import Fingerprints, Server


def fill(server: Server) -> None:
    with server.connect() as connection:
        connection.execute(
            "CREATE TABLE units "
            '(id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text, "order" int);'
            "CREATE TABLE wounds (unit bigint REFERENCES units, note jsonb);"
            "INSERT INTO units (name, \"order\") VALUES ('Ørsted''s \"Guard\"', 1), (NULL, 2), ('🐉', 3);"
            """INSERT INTO wounds VALUES (1, '{"face": 6}'), (1, NULL);"""
        )


def fingerprints(server: Server) -> Fingerprints:
    with server.connect() as connection:
        return servers.fingerprints(connection)


def change(server: Server) -> None:
    with server.connect() as connection:
        connection.execute("DELETE FROM wounds; ALTER TABLE units ADD extra int; CREATE TABLE later (id int)")


def quiet(line: str) -> None: ...
