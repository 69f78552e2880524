import { z } from 'zod'
import { maxNoteLength } from './row.ts'
import { recordState } from '../link/record.ts'
import type { SavedView } from './savedView.ts'
import { tryParseJson } from '../text/tryParseJson.ts'

/**
 * Complete export of a library: one JSON document, written and read line by line.
 *
 *     {"format":"linkwright-links","version":1,"app":"0.1.0","madeAt":"2026-01-31T12:00:00.000Z","links":[
 *     {"id":"…","state":"created",…},
 *     {"id":"…","state":"created",…}
 *     ],"presets":[
 *     {"id":"…","name":"…","form":{…},"savedAt":"…"}
 *     ],"views":[
 *     {"id":"…","name":"…","query":"…"}
 *     ],"end":{"links":2,"presets":1,"views":1}}
 *
 * A file without `end` was truncated. Readers skip unknown sections.
 */
export const linkFileFormat = 'linkwright-links'
export const linkFileVersion = 1

/** Maximum length of a line in UTF-16 units. */
export const maxLineLength = 16 * 1_024 * 1_024

/** The first line: the start of the JSON object. */
export const linkFileHeader = z.object({
  format: z.literal(linkFileFormat),
  version: z.int().min(1),
  /** The app's version, and when the file was written. */
  app: z.string().max(100),
  madeAt: z.iso.datetime(),
})
export type LinkFileHeader = z.infer<typeof linkFileHeader>

const text = z.string().max(maxLineLength)
/**
 * JSON that the app itself wrote. Kept as text if parsing and serializing wouldn't reproduce it, as after
 * disk damage.
 */
const appJson = z.union([z.custom<object>((value) => typeof value === 'object' && value !== null), text])
export type AppJson = z.infer<typeof appJson>

/** The outcome of consecutive checks with the same result. */
const checkEntry = z.object({
  firstAt: z.string().max(100),
  lastAt: z.string().max(100),
  times: z.int().min(1),
  outcome: z.string().max(100),
  changes: appJson,
})
export type CheckEntry = z.infer<typeof checkEntry>

/** A link as stored in the library. Omitted members are `null` or `false`. All text is byte-exact. */
export const linkEntry = z.object({
  id: z.uuid(),
  /** `pending`: the link was being created when the file was written, so the reader can't know the result. */
  state: recordState,
  profileId: z.string().max(1_000),
  profileName: z.string().max(1_000),
  environment: z.string().max(100),
  createdAt: z.iso.datetime(),
  link: text.optional(),
  path: text.optional(),
  /** The request. Missing for a link that was created elsewhere and then added. */
  request: appJson.optional(),
  /** The service's latest response, as text, because JSON parsers would round its numbers. */
  answer: text.optional(),
  differences: appJson.optional(),
  checkedAt: z.iso.datetime().optional(),
  problem: appJson.optional(),
  promotedFrom: z.uuid().optional(),
  /** The run that created it. Runs aren't part of the file. */
  run: z.uuid().optional(),
  /** `false` if the request may be sent again only when the user asks for it. */
  settlesByItself: z.literal(false).optional(),
  added: z.literal(true).optional(),
  starred: z.literal(true).optional(),
  archived: z.literal(true).optional(),
  note: z.string().max(maxNoteLength).optional(),
  /** Tags added or removed only in the library. */
  tagChanges: appJson.optional(),
  /** The outcome of the last check, and the earlier checks, oldest first. */
  lastCheck: z.string().max(100).optional(),
  checks: z.array(checkEntry).max(10_000).optional(),
})
export type LinkEntry = z.infer<typeof linkEntry>

/** A preset, and the profiles that use it as default. */
export const presetEntry = z.object({
  id: z.string().min(1).max(100),
  name: z.string().max(1_000),
  form: appJson.nullable(),
  savedAt: z.string().max(100),
  defaultOf: z.array(z.string().max(1_000)).max(10_000).optional(),
})
export type PresetEntry = z.infer<typeof presetEntry>

/** Returns the app's own JSON in the form in which an entry stores it. */
export function toAppJson(json: string): AppJson {
  const value = tryParseJson(json)
  const same = typeof value === 'object' && value !== null && JSON.stringify(value) === json
  return same ? value : json
}

/** Returns the JSON text of a stored value. */
export function appJsonText(value: AppJson): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Returns a writer that produces the file in chunks. */
export function createLinkFileWriter(about: Pick<LinkFileHeader, 'app' | 'madeAt'>) {
  const counts: Record<string, number> = { links: 0 }
  let section = 'links'
  const { app, madeAt } = about
  return {
    begin: () => {
      const header = JSON.stringify({ format: linkFileFormat, version: linkFileVersion, app, madeAt })
      return `${header.slice(0, -1)},"links":[\n`
    },
    entry: (value: LinkEntry | PresetEntry | SavedView) => {
      const first = counts[section] === 0
      counts[section] = (counts[section] ?? 0) + 1
      return `${first ? '' : ',\n'}${JSON.stringify(value)}`
    },
    section: (name: 'presets' | 'views') => {
      section = name
      counts[section] = 0
      return `\n],"${name}":[\n`
    },
    end: () => `\n],"end":${JSON.stringify(counts)}}\n`,
  }
}
