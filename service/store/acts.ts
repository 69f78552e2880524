/** What an operator did, or set out to do: written down before it is done. */
export interface OperatorAct {
  /** Grows with time. */
  id: number
  /** In milliseconds since 1970. */
  at: number
  /** The user of the system. */
  who: string
  /** Who became that user by `sudo`. */
  sudo: string | null
  /** The computer. */
  host: string
  /** The command, such as `key rotate`. */
  act: string
  /** What it was done to, and how: the text of a JSON object without secrets. */
  what: string
}

/** The log of operators' acts. It is only added to: the database itself refuses to change or delete an entry. */
export interface ActStore {
  /** Resolves to whether it was added: not when there is one with that id. */
  add(act: OperatorAct): Promise<boolean>
  /** The entries with an id above `after`, lowest first, at most `limit` of them. */
  scan(after: number, limit: number): Promise<OperatorAct[]>
}
