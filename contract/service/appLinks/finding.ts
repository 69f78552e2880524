import { z } from 'zod'
import { describeIssue } from '../json/jsonError.ts'
import { findingCodes, type FindingCode } from './findingTexts.ts'

/** Maximum length of a quotation from a file, in characters. */
export const maxDetailLength = 200

/** An error in a domain's association file, or something else that the user should know about it. */
export const appLinkFinding = z.object({
  code: z.enum(findingCodes),
  /** Details: a value of the file, a position, or a network error. Untrusted text. */
  detail: z.string().max(maxDetailLength).exactOptional(),
})
export type Finding = z.infer<typeof appLinkFinding>

/** Whether a domain's file lets phones of one platform open an app from a link, and why. */
export const appLinkVerdict = z.object({
  state: z.enum(['opens', 'would_not_open', 'not_checked']),
  /** Why phones would not open the app, or why this is unknown; `null` if they open it. */
  finding: appLinkFinding.nullable(),
  /** The apps concerned: app IDs or package names. */
  apps: z.array(z.string()).readonly(),
  /** The decisive pattern of the file, as JSON. */
  rule: z.string().nullable(),
  warnings: z.array(appLinkFinding).readonly(),
})
export type AppLinkVerdict = z.infer<typeof appLinkVerdict>

/** Returns a finding that quotes a value of the file. */
export function finding(code: FindingCode, detail?: unknown): Finding {
  if (detail === undefined) return { code }
  const text = typeof detail === 'string' ? detail : JSON.stringify(detail)
  return { code, detail: shorten(text) }
}

/** Returns a finding that says where a file, from `position` on, first differs from the expected form. */
export function shapeFinding(code: FindingCode, position: PropertyKey[], { issues }: z.ZodError): Finding {
  const [issue] = issues
  if (!issue) return finding(code)
  const path = z.core.toDotPath([...position, ...issue.path])
  return finding(code, `${path || 'The file'}: ${describeIssue(issue)}`)
}

/** Returns untrusted text, truncated for display. */
export function shorten(text: string): string {
  return text.length > maxDetailLength ? `${text.slice(0, maxDetailLength - 1)}…` : text
}

/** A parsed file, or the first error that prevents phones from reading it. */
export type FileResult<T> = { ok: true; file: T } | { ok: false; error: Finding }

/** Findings by severity. An error invalidates its entry; a warning doesn't. */
export interface Notes {
  errors: Finding[]
  warnings: Finding[]
}
