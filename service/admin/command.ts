import type { Option } from 'commander'
import type { DatabaseSetting } from '../settings/database.ts'
import type { Variables } from '../settings/variables.ts'
import type { Store } from '../store/store.ts'

/** What a command can use. */
export interface Context {
  database: DatabaseSetting
  variables: Variables
  /** Opens the database once, for the command's `access`; it is closed after the command. */
  openStore: () => Promise<Store>
  /** Prints one JSON line. */
  print: (line: object | string) => void
  /** Asks the operator a question. Resolves to an empty answer without a terminal. */
  ask: (question: string) => Promise<string>
  /** Prints a sentence for the operator, apart from the results. */
  note: (sentence: string) => void
}

/** The command's operands in order, and its options. */
export interface ParsedArguments {
  operands: string[]
  options: Record<string, unknown>
}

/**
 * What a command does with the database. `read`: only reads, also from an older schema, except that it may add to the
 * audit log. `write`: needs the schema of this release. `create`: also creates a missing SQLite file. `migrate`: updates the schema.
 */
export type Access = 'read' | 'write' | 'create' | 'migrate'

/** One command of the operators' tool; parser, usage, help and errors are derived from it. */
export interface CommandRow {
  /** The command's name, such as `key rotate`. */
  name: string
  operands?: string[]
  /** Names of the optional operands, which follow the required ones. */
  optionalOperands?: string[]
  options?: Option[]
  /** `read` if omitted. */
  access?: Access | ((options: ParsedArguments['options']) => Access)
  /** One sentence. */
  summary: string
  /** What an operator needs to know before using it, one line each. */
  details: string[]
  run: (context: Context, parsedArguments: ParsedArguments) => Promise<void>
}

/** A command was used incorrectly: exit 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** A command failed: exit 1. */
export class AdminError extends Error {
  override name = 'AdminError'
}
