import type { Option } from 'commander'
import type { DatabaseSetting } from '../settings/database.ts'
import type { VisitRetentionSetting } from '../settings/visits.ts'
import type { Variables } from '../settings/variables.ts'
import type { Store } from '../store/store.ts'

/** What a command works with. */
export interface Context {
  /** The configured database. */
  database: DatabaseSetting
  /** The environment variables. */
  variables: Variables
  /** Whether a setting names it, instead of the default. */
  databaseIsSet: boolean
  /** Opens the database once; it is closed after the command. */
  store: (missing: 'make' | 'refuse') => Promise<Store>
  /** Base URL of links; `null` if not set, because only the running service knows its own address. */
  linkOrigin: () => string | null
  /** How long visits are kept. */
  visitKeeping: () => VisitRetentionSetting
  /** Prints one JSON line. */
  print: (line: object | string) => void
  /** Asks the person a question; resolves to an empty answer if there is no person. */
  ask: (question: string) => Promise<string>
  /** Prints a sentence for the person only. */
  note: (sentence: string) => void
}

/** The command's operands in order, and its options. */
export interface ParsedArguments {
  operands: string[]
  options: Record<string, unknown>
}

/** One command of the operators' tool; parser, usage, help and errors are derived from it. */
export interface CommandRow {
  /** The command's words, such as `key rotate`. */
  words: string
  /** Names of the required operands. */
  operands?: string[]
  /** Names of operands that may be left out, after the required ones. */
  optionalOperands?: string[]
  options?: Option[]
  /** One sentence. */
  about: string
  /** What an operator needs to know before using it, one line each. */
  details: string[]
  run: (context: Context, given: ParsedArguments) => Promise<void>
}

/** A command was called incorrectly: exit 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** A command failed: exit 1. */
export class AdminError extends Error {
  override name = 'AdminError'
}
