import { z } from 'zod'
import { isExcessiveText } from '../../service/json/jsonScan.ts'
import { tryParseJson } from '../text/tryParseJson.ts'
import { linkFileHeader, linkFileVersion, maxLineLength, type LinkFileHeader } from './linkFile.ts'

/** Maximum length of the first line, in UTF-16 units. */
const maxHeaderLength = 10_000

/** What a line of the file contains. `blank` lines are ignored. */
export type LinkFileLine =
  | { kind: 'header'; header: LinkFileHeader }
  | { kind: 'section'; name: string }
  /** Valid JSON that isn't validated yet. */
  | { kind: 'entry'; section: string; value: unknown }
  | { kind: 'end' }
  | { kind: 'blank' }
  /**
   * `format`: not our file. `newer`: a later version. `line`: not valid here. `excessive`: too long or too
   * complex. `count`: the number of entries differs from the end line.
   */
  | { kind: 'error'; error: 'format' | 'newer' | 'line' | 'excessive' | 'count' }

/**
 * Returns a reader that takes one line at a time, without its line end. After `format` and `newer`, nothing
 * else can be read; other errors concern only their line.
 */
export function createLinkFileReader(): (line: string) => LinkFileLine {
  let section: string | null = null
  let isEnded = false
  const counts = new Map<string, number>()
  return (rawLine) => {
    if (rawLine.length > maxLineLength) return lineError('excessive')
    if (section === null) {
      const read = parseHeader(rawLine)
      if (read.kind === 'header') section = 'links'
      return read
    }
    const line = rawLine.trim()
    if (line === '') return { kind: 'blank' }
    if (isEnded) return lineError('line')
    const sectionLine = parseSectionLine(line)
    if (sectionLine?.content === '[') {
      section = sectionLine.name
      return { kind: 'section', name: section }
    }
    if (sectionLine?.name === 'end') {
      isEnded = true
      return countsMatch(counts, sectionLine.content) ? { kind: 'end' } : lineError('count')
    }
    counts.set(section, (counts.get(section) ?? 0) + 1)
    return parseEntry(line, section)
  }
}

function parseHeader(line: string): LinkFileLine {
  if (line.length > maxHeaderLength) return lineError('format')
  const start = /^\ufeff?(\{.*),"links":\[\s*$/.exec(line)
  if (!start) return lineError('format')
  const header = linkFileHeader.safeParse(tryParseJson(`${start[1]}}`))
  if (!header.success) return lineError('format')
  return header.data.version > linkFileVersion ? lineError('newer') : { kind: 'header', header: header.data }
}

function parseEntry(line: string, section: string): LinkFileLine {
  const text = line.endsWith(',') ? line.slice(0, -1) : line
  if (isExcessiveText(text)) return lineError('excessive')
  const value = tryParseJson(text)
  return value === undefined ? lineError('line') : { kind: 'entry', section, value }
}

/** Parses a line between two sections, or the last line. Returns `null` for any other. */
function parseSectionLine(line: string): { name: string; content: string } | null {
  const [, name, content] = /^\],"(\w{1,100})":(\[|\{.*\}\})$/.exec(line) ?? []
  return name === undefined || content === undefined ? null : { name, content }
}

/** Whether the end line states the actual number of entries. */
function countsMatch(counts: ReadonlyMap<string, number>, end: string): boolean {
  const statedCounts = z.record(z.string(), z.int()).safeParse(tryParseJson(end.slice(0, -1)))
  return (
    statedCounts.success &&
    Object.entries(statedCounts.data).every(([name, count]) => (counts.get(name) ?? 0) === count)
  )
}

function lineError(error: Extract<LinkFileLine, { kind: 'error' }>['error']): LinkFileLine {
  return { kind: 'error', error }
}
