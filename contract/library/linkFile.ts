import { z } from 'zod'
import { maxNoteLength } from './row.ts'
import { recordState } from '../record.ts'
import type { SavedView } from './savedView.ts'

/**
 * The file that a library is carried in, whole and to the letter. It is one JSON document, laid out so that it can be written
 * and read a line at a time, whatever its length: a header, a link on each line, a line between two sections, an end.
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
 * A file without its end was cut off. Sections that a reader does not know are passed over; what would be lost on an older
 * reader is a new version.
 */
export const linkFileFormat = 'linkwright-links'
export const linkFileVersion = 1

/** What is longer, in UTF-16 units, is no line of a library's. */
export const maxLineLength = 16 * 1_024 * 1_024

/** The first line, as the start of an object. */
export const linkFileHeader = z.object({
  format: z.literal(linkFileFormat),
  version: z.int().min(1),
  /** Which Linkwright has written it, and when. */
  app: z.string().max(100),
  madeAt: z.iso.datetime(),
})
export type LinkFileHeader = z.infer<typeof linkFileHeader>

const text = z.string().max(maxLineLength)
/**
 * JSON that the app has written itself, as JSON. Where that would not give the same text again, as after a disk was damaged, it
 * is the text.
 */
const appJson = z.union([z.custom<object>((value) => typeof value === 'object' && value !== null), text])
export type AppJson = z.infer<typeof appJson>

/** What a check of a link came to, from the first to the last time in a row that it came to the same. */
const checkEntry = z.object({
  firstAt: z.string().max(100),
  lastAt: z.string().max(100),
  times: z.int().min(1),
  outcome: z.string().max(100),
  changes: appJson,
})
export type CheckEntry = z.infer<typeof checkEntry>

/**
 * A link as the library keeps it. What is left out is nothing (`null`, or `false`). All texts are to the letter.
 */
export const linkEntry = z.object({
  id: z.uuid(),
  /** `pending` was being created when the file was written: whether it was made is unknown to whoever reads this. */
  state: recordState,
  profileId: z.string().max(1_000),
  profileName: z.string().max(1_000),
  environment: z.string().max(100),
  createdAt: z.iso.datetime(),
  link: text.optional(),
  path: text.optional(),
  /** What was sent. A link without was made elsewhere and added. */
  request: appJson.optional(),
  /** What the service said of the link when it was last asked, as it wrote it: a text, since other readers would round its numbers. */
  answer: text.optional(),
  differences: appJson.optional(),
  checkedAt: z.iso.datetime().optional(),
  problem: appJson.optional(),
  promotedFrom: z.uuid().optional(),
  /** The run that has made it, which is no part of the file. */
  run: z.uuid().optional(),
  /** `false` where only a person may have it sent again. */
  settlesByItself: z.literal(false).optional(),
  added: z.literal(true).optional(),
  starred: z.literal(true).optional(),
  archived: z.literal(true).optional(),
  note: z.string().max(maxNoteLength).optional(),
  /** Tags that were added or taken away in the library alone. */
  tagChanges: appJson.optional(),
  /** What the last check came to, and those before it, from old to new. */
  lastCheck: z.string().max(100).optional(),
  checks: z.array(checkEntry).max(10_000).optional(),
})
export type LinkEntry = z.infer<typeof linkEntry>

/** A preset, and the profiles whose new forms begin with it. */
export const presetEntry = z.object({
  id: z.string().min(1).max(100),
  name: z.string().max(1_000),
  form: appJson.nullable(),
  savedAt: z.string().max(100),
  defaultOf: z.array(z.string().max(1_000)).max(10_000).optional(),
})
export type PresetEntry = z.infer<typeof presetEntry>

/** Text of the app's own JSON as an entry has it. */
export function toAppJson(json: string): AppJson {
  try {
    const value: unknown = JSON.parse(json)
    const same = typeof value === 'object' && value !== null && JSON.stringify(value) === json
    return same ? value : json
  } catch {
    return json
  }
}

/** The text again. */
export function appJsonText(value: AppJson): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Writes the file a piece at a time, into whatever takes the pieces one after the other. */
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
