import type { z } from 'zod'
import { addressWarnings, trackingWarnings } from '../values/addressWarnings.ts'
import { generateRequest, type GenerateRequest } from '../../service/link/generate.ts'
import { readJson } from '../../service/json/json.ts'
import { byName, fieldNames, fieldsOf, trackingNames } from '../../service/link/fields.ts'
import type { FieldName, FieldOf } from '../../service/link/fields.ts'
import { limits } from '../../service/api/limits.ts'
import type { TrackingRules } from '../../service/rules/trackingRules.ts'
import { memoize } from '../rules/memoize.ts'
import { valueWarning, type TextField } from '../values/valueWarnings.ts'
import type { ValueWarning } from '../values/warning.ts'
import { redirectLoopError, webHost } from '../../service/link/target.ts'
import { prefixFieldLabel, type IssueReporter, type Row, type FieldText } from './mapping/sources.ts'

/**
 * The standards that rows are checked against: whether our own service receives them, the profile's link domains, and
 * its rules.
 */
export interface ValidationStandards {
  ours: boolean
  linkHosts: readonly string[]
  /** Whether the service has own paths. Absent: no. */
  paths?: boolean
  /** Whether its links can have preview images. Absent: no. */
  images?: boolean
  /** The profile's rules for tracking values. */
  rules?: TrackingRules
}

type TextSource = Pick<FieldText, 'field' | 'isCell' | 'column'>
type AddressName = FieldOf<'target' | 'appTarget'>

/**
 * Checks rows against the rules of our own service, like the form does. Violations are errors if our own service
 * receives the row, and warnings for any other service.
 */
export type RowValidator = ReturnType<typeof createRowValidator>

export function createRowValidator(standards: ValidationStandards) {
  const { ours, linkHosts } = standards
  const sentences = byName(fieldNames, createFieldCheck)
  const textWarnings = new Map<TextField, (value: string) => ValueWarning | null>()
  const warnAbout = (name: TextField, value: string) => {
    const warn = textWarnings.get(name) ?? memoize((text) => valueWarning(name, text))
    textWarnings.set(name, warn)
    return warn(value)
  }
  const getWarnings = memoize((url) => addressWarnings(url, 'everyone'))
  const report = ({ issues }: Row, source: TextSource, sentence: string, isBlocking: boolean) => {
    const warning = { column: source.column, text: prefixFieldLabel(source, sentence) }
    if (isBlocking) issues.error(warning)
    else issues.warning(warning)
  }
  return {
    value: (
      name: Exclude<FieldName, AddressName>,
      value: string,
      row: Row,
      source: TextSource | (() => TextSource),
    ) => {
      const sentence = sentences[name](value)
      if (sentence === null) return
      // App data that isn't JSON is invalid for every service.
      const isBlocking = ours || (isData(name) && !readJson(value).ok)
      report(row, typeof source === 'function' ? source() : source, sentence, isBlocking)
    },
    /** Warns about a text, or one of the tags, that can't be meant so. */
    text: (name: TextField, value: string, row: Row, source: () => TextSource) => {
      const warning = warnAbout(name, value)
      if (warning) report(row, source(), warning.text, false)
    },
    address: (name: AddressName, field: FieldText, row: Row) => {
      const warnings = getWarnings(field.text)
      const error = warnings.find(({ isError }) => isError)?.text
      const sentence = error ?? sentences[name](field.text) ?? redirectLoopError(field.text, linkHosts)
      if (sentence !== null) report(row, field, sentence, ours)
      const placeholder = findUnfilledPlaceholder(field.text)
      if (placeholder !== null) report(row, field, `It still contains a placeholder: ${placeholder}`, false)
      if (isForApp(field)) return
      for (const warning of warnings) if (!warning.isError) report(row, field, warning.text, false)
    },
    /** Checks a whole request. Checks its size only if it has no other errors. */
    checkRequest: (request: GenerateRequest, issues: IssueReporter, isSound: boolean) => {
      const text = ours && isSound ? tooLargeMessage(request) : null
      if (text !== null) issues.error({ column: null, text })
      addTrackingWarnings(request, issues)
      if (addresses.every((name) => request[name] === undefined))
        issues.warning({ column: null, text: ours ? noAddressWarning : noAddressElsewhereWarning })
    },
  }
}

/** Adds the form's warnings about addresses that have their own tracking. */
function addTrackingWarnings(request: GenerateRequest, issues: IssueReporter): void {
  const tracking = Object.fromEntries(
    trackingNames.flatMap((name) => {
      const value = request[`tracking_${name}`]
      return value === undefined ? [] : [[name, value]]
    }),
  )
  const urls = new Set(addresses.flatMap((name) => request[name]?.url ?? []))
  const texts = [...urls].flatMap((url) => trackingWarnings(url, tracking).map(({ text }) => text))
  for (const text of new Set(texts)) issues.warning({ column: null, text })
}

/** Whether a phone's address is an app's own scheme, which is normal there. */
function isForApp({ field, text }: FieldText): boolean {
  return fieldsOf('appTarget').some((name) => name === field) && webHost(text) === null
}

const isData = (name: FieldName) => fieldsOf('data').some((field) => field === name)
const addresses = [...fieldsOf('appTarget'), ...fieldsOf('target')]
const noAddressWarning = 'No address: visitors see only the title.'
const noAddressElsewhereWarning = 'No address: the service determines where visitors go.'

/** Returns a function that returns the first error of a field's value, or `null`. */
function createFieldCheck(name: FieldName): (value: string) => string | null {
  const shape: z.ZodType = generateRequest.shape[name]
  const isAddress = addresses.some((address) => address === name)
  return memoize((value) => {
    const parsed = shape.safeParse(isAddress ? { url: value } : value)
    return parsed.success ? null : (parsed.error.issues[0]?.message ?? null)
  })
}

/** Returns an unfilled placeholder in an address, plain or percent-encoded, or `null`. */
function findUnfilledPlaceholder(url: string): string | null {
  return /\{\{.{0,60}?\}\}|%7b%7b.{0,60}?%7d%7d/i.exec(url)?.[0].toWellFormed() ?? null
}

function tooLargeMessage(request: GenerateRequest): string | null {
  const text = JSON.stringify(request)
  // A UTF-16 unit takes at most three bytes.
  const isSmall = 3 * text.length <= limits.bodyBytes
  if (isSmall || new TextEncoder().encode(text).length <= limits.bodyBytes) return null
  return `The link as a whole is larger than ${limits.bodyBytes / 1_024} KiB.`
}
