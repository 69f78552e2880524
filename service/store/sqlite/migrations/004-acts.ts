/**
 * The audit log. Its triggers apply to every program that opens the file; `REPLACE` would delete without
 * firing them.
 */
export const sql = `
CREATE TABLE operator_acts (
  id   INTEGER PRIMARY KEY NOT NULL,
  at   INTEGER NOT NULL,
  who  TEXT NOT NULL,
  sudo TEXT,
  host TEXT NOT NULL,
  act  TEXT NOT NULL,
  what TEXT NOT NULL
) STRICT;
CREATE TRIGGER operator_acts_never_change BEFORE UPDATE ON operator_acts
  BEGIN SELECT RAISE(ABORT, 'operator_acts is only added to'); END;
CREATE TRIGGER operator_acts_never_go BEFORE DELETE ON operator_acts
  BEGIN SELECT RAISE(ABORT, 'operator_acts is only added to'); END;
CREATE TRIGGER operator_acts_are_never_replaced BEFORE INSERT ON operator_acts
  WHEN EXISTS (SELECT 1 FROM operator_acts WHERE id = NEW.id)
  BEGIN SELECT RAISE(IGNORE); END;
`
