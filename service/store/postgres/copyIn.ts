import type { Connection, Submittable } from 'pg'

/** What `pg` can do and its types do not say. */
type CopyConnection = Connection & { sendCopyFromChunk: (rows: Buffer) => void; endCopyFrom: () => void }

/**
 * A `COPY … FROM STDIN` whose rows leave together with it. The usual library, `pg-copy-streams`, waits for the server in
 * between and writes three times, which for the few rows of a group costs more than `COPY` saves.
 *
 * The server drops the rows when it has refused the statement (PostgreSQL's documentation, "COPY Operations" in
 * "Message Flow"). `pg` calls the methods that begin with `handle`.
 */
export class CopyIn implements Submittable {
  readonly #text: string
  readonly #rows: Buffer
  readonly #done: (error: Error | null) => void

  /** `done` is called once, after the commit or with what stood in its way. */
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
    // The rows are on their way already.
  }

  handleCommandComplete(): void {
    // It says how many rows there were; they were all or none.
  }

  handleReadyForQuery(): void {
    this.#done(null)
  }

  handleError(error: Error): void {
    this.#done(error)
  }
}
