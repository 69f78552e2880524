import { matchAndroid, matchAnyAndroid } from './androidMatch.ts'
import { parseAndroidFile } from '../androidFile.ts'
import { matchAnyApple, matchApple, type FileVerdict } from './appleMatch.ts'
import { parseAppleFile } from '../appleFile.ts'
import { finding, type Finding, type Notes } from '../finding.ts'
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

/**
 * Evaluates a link with the file of its domain; without a link, whether the file lets phones open an app from at least one. The file
 * doesn't show whether the installed app claims the domain.
 */
export function evaluateLink(
  platform: AppPlatform,
  link: LinkParts | null,
  fetched: FetchedFile,
): AppLinkVerdict {
  if (!fetched.ok) return toNegativeVerdict(fetched.finding)
  return platform === 'ios' ? evaluateApple(fetched, link) : evaluateAndroid(fetched, link)
}

type File = Extract<FetchedFile, { ok: true }>

function evaluateApple({ contentType, text }: File, link: LinkParts | null): AppLinkVerdict {
  const type = isJson(contentType) ? [] : [finding('apple_type', contentType ?? 'none')]
  const parsed = parseAppleFile(text)
  if (!parsed.ok) return toNegativeVerdict(parsed.error)
  const verdict = link ? matchApple(parsed.file, link) : matchAnyApple(parsed.file)
  const codes = { excluded: 'apple_excluded', none: link ? 'apple_not_listed' : 'opens_none' } as const
  return toVerdict(verdict, parsed.file, codes, [...type, finding('apple_cache')])
}

function evaluateAndroid({ contentType, text }: File, link: LinkParts | null): AppLinkVerdict {
  const parsed = parseAndroidFile(text)
  // A web page or an empty response explains a wrong content type, so it is reported first.
  const isOther = !parsed.ok && ['html', 'empty'].includes(parsed.error.code)
  if (!isJson(contentType) && !isOther) {
    return toNegativeVerdict(finding('android_type', contentType ?? 'none'))
  }
  if (!parsed.ok) return toNegativeVerdict(parsed.error)
  const verdict = link ? matchAndroid(parsed.file, link) : matchAnyAndroid(parsed.file)
  const codes = { excluded: 'android_excluded', none: link ? 'android_not_listed' : 'opens_none' } as const
  return toVerdict(verdict, parsed.file, codes, [finding('android_play_signing')])
}

/** Allows parameters such as a charset. */
function isJson(contentType: string | null): boolean {
  return /^\s*application\/json\s*(;|$)/i.test(contentType ?? '')
}

/** Maximum number of the file's warnings and errors that are shown. */
const maxWarnings = 5

function toVerdict(
  verdict: FileVerdict,
  { errors, warnings: ownWarnings }: Notes,
  codes: Record<'excluded' | 'none', FindingCode>,
  generalWarnings: readonly Finding[],
): AppLinkVerdict {
  const warnings = [...ownWarnings.slice(0, maxWarnings), ...generalWarnings]
  if (verdict.kind === 'opens') {
    const { apps, rule } = verdict
    // Errors elsewhere in the file are about other apps.
    return {
      ...{ state: 'opens', finding: null, apps, rule },
      warnings: [...errors.slice(0, maxWarnings), ...warnings],
    }
  }
  // An unreadable entry may be the one for this link.
  if (verdict.kind === 'not_listed')
    return { ...toNegativeVerdict(errors[0] ?? finding(codes.none)), warnings }
  const { kind, rule } = verdict
  const reason = finding(kind === 'unknown' ? 'apple_undecided' : codes.excluded, rule)
  return { ...toNegativeVerdict(reason), apps: kind === 'excluded' ? verdict.apps : [], rule, warnings }
}

function toNegativeVerdict(reason: Finding): AppLinkVerdict {
  const state = findingTexts[reason.code].weight === 'not_checked' ? 'not_checked' : 'would_not_open'
  return { state, finding: reason, apps: [], rule: null, warnings: [] }
}
