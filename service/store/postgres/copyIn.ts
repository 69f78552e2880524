import type { Connection, Submittable } from 'pg'

/** Methods of `pg` that its types omit. */
type CopyConnection = Connection & { sendCopyFromChunk: (rows: Buffer) => void; endCopyFrom: () => void }

/**
 * A `COPY … FROM STDIN` sent together with its rows, unlike `pg-copy-streams`, which waits for the server first. The
 * server drops the rows of a refused statement (PostgreSQL documentation, "Message Flow").
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
