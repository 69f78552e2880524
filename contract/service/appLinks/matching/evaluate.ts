import { matchAndroid, matchAnyAndroid } from './androidMatch.ts'
import { parseAndroidFile, type AndroidFile } from '../androidFile.ts'
import { matchAnyApple, matchApple, type FileVerdict } from './appleMatch.ts'
import { parseAppleFile, type AppleFile } from '../appleFile.ts'
import { finding, type FileResult, type Finding, type Notes } from '../finding.ts'
import { findingTexts, type FindingCode } from '../findingTexts.ts'
import type { LinkParts } from './linkParts.ts'

/** Phones that open apps from links. */
export const appPlatforms = ['ios', 'android'] as const
export type AppPlatform = (typeof appPlatforms)[number]

/** A fetched association file, or why there is none. */
export type FetchedFile =
  | { ok: true; contentType: string | null; text: string }
  | { ok: false; finding: Finding }

/** Whether a domain's file lets phones of one platform open an app from a link, and why. */
export interface AppLinkVerdict {
  state: 'opens' | 'would_not_open' | 'not_checked'
  /** Why phones would not open the app, or why this is unknown; `null` if they open it. */
  finding: Finding | null
  /** The apps concerned: app IDs or package names. */
  apps: readonly string[]
  /** The decisive pattern of the file, as JSON. */
  rule: string | null
  warnings: readonly Finding[]
}

/** Evaluates a link with the file of its domain. The file doesn't show whether the installed app claims the domain. */
export function evaluateLink(platform: AppPlatform, link: LinkParts, fetched: FetchedFile): AppLinkVerdict {
  return evaluate(platform, fetched, {
    ios: {
      excluded: 'apple_excluded',
      notListed: 'apple_not_listed',
      match: (file) => matchApple(file, link),
    },
    android: {
      excluded: 'android_excluded',
      notListed: 'android_not_listed',
      match: (file) => matchAndroid(file, link),
    },
  })
}

/** Evaluates whether a domain's file lets phones open an app from at least one link. */
export function evaluateDomain(platform: AppPlatform, fetched: FetchedFile): AppLinkVerdict {
  return evaluate(platform, fetched, {
    ios: { excluded: 'apple_excluded', notListed: 'apple_opens_none', match: matchAnyApple },
    android: { excluded: 'android_excluded', notListed: 'android_opens_none', match: matchAnyAndroid },
  })
}

type File = Extract<FetchedFile, { ok: true }>

/** How to match a file, and the finding codes for negative results. */
interface Question<T> {
  match: (file: T) => FileVerdict
  excluded: FindingCode
  notListed: FindingCode
}

interface Questions {
  ios: Question<AppleFile>
  android: Question<AndroidFile>
}

function evaluate(platform: AppPlatform, fetched: FetchedFile, { ios, android }: Questions): AppLinkVerdict {
  if (!fetched.ok) return toNegativeVerdict(fetched.finding)
  return platform === 'ios' ? evaluateApple(fetched, ios) : evaluateAndroid(fetched, android)
}

function evaluateApple({ contentType, text }: File, question: Question<AppleFile>): AppLinkVerdict {
  const type = isJson(contentType) ? [] : [finding('apple_type', contentType ?? 'none')]
  return toVerdict(parseAppleFile(text), question, [...type, finding('apple_cache')])
}

function evaluateAndroid({ contentType, text }: File, question: Question<AndroidFile>): AppLinkVerdict {
  const parsed = parseAndroidFile(text)
  // A web page or an empty response explains a wrong content type, so it is reported first.
  const isOther = !parsed.ok && ['html', 'empty'].includes(parsed.error.code)
  if (!isJson(contentType) && !isOther) {
    return toNegativeVerdict(
      contentType === null ? finding('android_type_missing') : finding('android_type_wrong', contentType),
    )
  }
  return toVerdict(parsed, question, [finding('android_play_signing')])
}

/** Allows parameters such as a charset. */
function isJson(contentType: string | null): boolean {
  return /^\s*application\/json\s*(;|$)/i.test(contentType ?? '')
}

function toVerdict<T extends Notes>(
  parsed: FileResult<T>,
  question: Question<T>,
  generalWarnings: readonly Finding[],
): AppLinkVerdict {
  if (!parsed.ok) return toNegativeVerdict(parsed.error)
  const { file } = parsed
  const verdict = question.match(file)
  const warnings = [...file.warnings.slice(0, maxWarnings), ...generalWarnings]
  if (verdict.kind === 'opens') {
    const { apps, rule } = verdict
    // Errors elsewhere in the file are about other apps.
    return {
      state: 'opens',
      finding: null,
      apps,
      rule,
      warnings: [...file.errors.slice(0, maxWarnings), ...warnings],
    }
  }
  const rule = 'rule' in verdict ? verdict.rule : null
  const apps = verdict.kind === 'excluded' ? verdict.apps : []
  return { ...toNegativeVerdict(findReason(verdict, file, question)), apps, rule, warnings }
}

/** Maximum number of the file's warnings and errors that are shown. */
const maxWarnings = 5

function findReason(
  verdict: Exclude<FileVerdict, { kind: 'opens' }>,
  { errors }: Notes,
  codes: Pick<Question<never>, 'excluded' | 'notListed'>,
): Finding {
  if (verdict.kind === 'unknown') return finding('apple_undecided', verdict.rule)
  if (verdict.kind === 'excluded') return finding(codes.excluded, verdict.rule)
  // An unreadable entry may be the one for this link.
  return errors[0] ?? finding(codes.notListed)
}

function toNegativeVerdict(reason: Finding): AppLinkVerdict {
  const state = findingTexts[reason.code].weight === 'not_checked' ? 'not_checked' : 'would_not_open'
  return { state, finding: reason, apps: [], rule: null, warnings: [] }
}
