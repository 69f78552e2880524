import type { Option } from 'commander'
import type { DatabaseSetting } from '../settings/database.ts'
import type { VisitRetentionSetting } from '../settings/visits.ts'
import type { Variables } from '../settings/variables.ts'
import type { Store } from '../store/store.ts'

/** What a command works with. */
export interface Context {
  /** The database that the settings name. */
  database: DatabaseSetting
  /** The settings as they were given. */
  variables: Variables
  /** Whether they name it, or it is the one in the usual folder. */
  databaseIsSet: boolean
  /** Opens it, once; it is closed after the command. */
  store: (missing: 'make' | 'refuse') => Promise<Store>
  /** What links begin with; `null` when it is not set, since only the running service knows its own address. */
  linkOrigin: () => string | null
  /** How long visits are kept. */
  visitKeeping: () => VisitRetentionSetting
  /** Prints one JSON line for a program or a person to read. */
  print: (line: object | string) => void
  /** Asks the person something; resolves to the answer, which is empty where nobody is there to give one. */
  ask: (question: string) => Promise<string>
  /** Says something to the person alone. */
  note: (sentence: string) => void
}

/** The words after the command, in the order of its operands, and its options. */
export interface ParsedArguments {
  operands: string[]
  options: Record<string, unknown>
}

/** One row of the operators' tool: from it come parser, usage, help and errors. */
export interface CommandRow {
  /** By which it is called, such as `key rotate`. */
  words: string
  /** The names of what has to be given after them. */
  operands?: string[]
  options?: Option[]
  /** One sentence. */
  about: string
  /** What an operator has to know before using it, each a line. */
  details: string[]
  run: (context: Context, given: ParsedArguments) => Promise<void>
}

/** A command was called wrongly: exit 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** A command could not do what it was asked for: exit 1. */
export class AdminError extends Error {
  override name = 'AdminError'
}
