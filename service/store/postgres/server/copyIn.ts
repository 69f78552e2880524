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
  readonly #onDone: (error: Error | null) => void

  /** `onDone` is called once: after the commit, or with the error. */
  constructor(text: string, rows: Buffer, onDone: (error: Error | null) => void) {
    this.#text = text
    this.#rows = rows
    this.#onDone = onDone
  }

  submit(connection: Connection): void {
    const copyConnection = connection as CopyConnection
    copyConnection.stream.cork()
    copyConnection.query(this.#text)
    copyConnection.sendCopyFromChunk(this.#rows)
    copyConnection.endCopyFrom()
    copyConnection.stream.uncork()
  }

  handleCopyInResponse(): void {
    // The rows have already been sent.
  }

  handleCommandComplete(): void {
    // The result has the number of rows; either all or none are stored.
  }

  handleReadyForQuery(): void {
    this.#onDone(null)
  }

  handleError(error: Error): void {
    this.#onDone(error)
  }
}
