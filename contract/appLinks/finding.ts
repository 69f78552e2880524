import type { FindingCode } from './findingTexts.ts'

/** One thing that is wrong with a domain's association file, or that a person should know about it. */
export interface Finding {
  code: FindingCode
  /** What exactly: a value of the file, a position, or a network error. Foreign text, at most 200 characters. */
  detail?: string
}

/** Maximum length in characters of what a finding quotes from a file. */
export const maxDetailLength = 200

/** Returns a finding that quotes a value of the file. */
export function finding(code: FindingCode, detail?: unknown): Finding {
  if (detail === undefined) return { code }
  const text = typeof detail === 'string' ? detail : JSON.stringify(detail)
  return { code, detail: shortened(text) }
}

/** Returns text cut to what the window shows of a foreign value. */
export function shortened(text: string): string {
  return text.length > maxDetailLength ? `${text.slice(0, maxDetailLength - 1)}…` : text
}

/** A parsed file, or the first mistake that keeps phones from reading it. */
export type FileResult<T> = { ok: true; file: T } | { ok: false; mistake: Finding }

/** Findings by weight. A mistake makes its entry useless; a warning doesn't. */
export interface Notes {
  mistakes: Finding[]
  warnings: Finding[]
}
