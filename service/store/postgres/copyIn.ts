import type { Connection, Submittable } from 'pg'

/** Methods of `pg` that its types omit. */
type CopyConnection = Connection & { sendCopyFromChunk: (rows: Buffer) => void; endCopyFrom: () => void }

/**
 * A `COPY … FROM STDIN` sent together with its rows. `pg-copy-streams` waits for the server in between and
 * writes three times, which for small groups costs more than `COPY` saves. If the server refuses the
 * statement, it drops the rows (PostgreSQL documentation, "COPY Operations" in "Message Flow"). `pg` calls
 * the methods whose names start with `handle`.
 */
export class CopyIn implements Submittable {
  readonly #text: string
  readonly #rows: Buffer
  readonly #done: (error: Error | null) => void

  /** `done` is called once: after the commit, or with the error. */
  constructor(text: string, rows: Buffer, done: (error: Error | null) => void) {
    this.#text = text
    this.#rows = rows
    this.#done = done
  }

  submit(connection: Connection): void {
    const copying = connection as CopyConnection
    copying.stream.cork()
    copying.query(this.#text)
    copying.sendCopyFromChunk(this.#rows)
    copying.endCopyFrom()
    copying.stream.uncork()
  }

  handleCopyInResponse(): void {
    // The rows have already been sent.
  }

  handleCommandComplete(): void {
    // The result has the number of rows; either all or none are stored.
  }

  handleReadyForQuery(): void {
    this.#done(null)
  }

  handleError(error: Error): void {
    this.#done(error)
  }
}
