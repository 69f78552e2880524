import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { AppLinkCopies, AppLinkCopy } from '../../contract/app/calls/app/appLinks.ts'
import type { FetchedFile } from '../../contract/service/appLinks/matching/evaluate.ts'
import { tryParseJson } from '../../contract/app/text/tryParseJson.ts'
import { maxAssociationBytes } from '../../contract/service/appLinks/fileJson.ts'
import { handleAllUrls, parseAndroidFile } from '../../contract/service/appLinks/androidFile.ts'
import { shorten } from '../../contract/service/appLinks/finding.ts'
import { parseExactly, canonicalJson } from '../../contract/service/json/canonicalJson.ts'
import type { HttpResponse } from '../client/response.ts'
import type { Sender } from '../client/sender.ts'

/** The servers through which phones read the files. */
const appleOrigin = 'https://app-site-association.cdn-apple.com'
const googleOrigin = 'https://digitalassetlinks.googleapis.com'

interface DomainToCompare {
  host: string
  /** The domain's own files, as fetched. */
  ios: FetchedFile
  android: FetchedFile
  signal: AbortSignal
}

/** Asks Apple's and Google's servers for their copies of a domain's files, and compares them. Both learn the domain. */
export async function fetchCopies(
  { send }: Pick<Sender, 'send'>,
  { host, ios, android, signal }: DomainToCompare,
): Promise<AppLinkCopies> {
  const fetchCopy = async (
    origin: string,
    path: string,
    compare: (response: HttpResponse) => AppLinkCopy,
  ) => {
    const result = await send({
      about: { operation: 'app_links', profile: null, baseUrl: origin, environment: '', attempt: 1 },
      method: 'GET',
      url: origin + path,
      headers: { Accept: 'application/json' },
      maxBytes: 8 * maxAssociationBytes,
      reach: 'public',
      signal,
    })
    return result.ok ? compare(result.response) : unknownCopy(result.problem.detail ?? result.problem.code)
  }
  const query = new URLSearchParams({
    'source.web.site': `https://${host}`,
    relation: handleAllUrls,
  })
  const [apple, google] = await Promise.all([
    fetchCopy(appleOrigin, `/a/v1/${host}`, (response) => compareApple(response, ios)),
    fetchCopy(googleOrigin, `/v1/statements:list?${query.toString()}`, (response) =>
      compareGoogle(response, android),
    ),
  ])
  return { apple, google }
}

function unknownCopy(reason: string): AppLinkCopy {
  return { state: 'unknown', ageSeconds: null, reason: shorten(reason) }
}

/** Apple answers 404 with the reason if it couldn't fetch the file. */
function compareApple({ status, headers, text }: HttpResponse, live: FetchedFile): AppLinkCopy {
  const reason = headers['apple-failure-reason']
  if (status === 404) return { state: 'missing', ageSeconds: null, reason: reason ? shorten(reason) : null }
  if (status !== 200) return unknownCopy(`status ${status}`)
  const isSame = live.ok && comparableText(live.text) === comparableText(text)
  return { state: isSame ? 'same' : 'differs', ageSeconds: readAge(headers), reason: null }
}

function comparableText(text: string): string {
  const value = parseExactly(text.trim())
  return value === undefined ? text.trim() : canonicalJson(value)
}

/** What the answer of Google's Digital Asset Links API must have. */
const googleList = z.object({
  statements: z.array(z.unknown()).default([]),
  errorCode: z.array(z.string()).default([]),
})
const googleStatement = z.object({
  target: z.object({
    androidApp: z.object({
      packageName: z.string(),
      certificate: z.object({ sha256Fingerprint: z.string() }),
    }),
  }),
})

/** Google lists the statements of the file, without other relations, rules and spelling. */
function compareGoogle({ status, headers, text }: HttpResponse, live: FetchedFile): AppLinkCopy {
  const list = googleList.safeParse(tryParseJson(text)).data
  if (status !== 200 || !list) return unknownCopy(`status ${status}`)
  const copied = list.statements.flatMap((statement) => {
    const app = googleStatement.safeParse(statement).data?.target.androidApp
    return app ? [targetKey(app.packageName, app.certificate.sha256Fingerprint)] : []
  })
  if (copied.length === 0)
    return { state: 'missing', ageSeconds: null, reason: shorten(list.errorCode.join(', ')) || null }
  const isSame = isDeepStrictEqual(new Set(copied), new Set(listTargets(live)))
  return { state: isSame ? 'same' : 'differs', ageSeconds: readAge(headers), reason: null }
}

function listTargets(live: FetchedFile): string[] {
  const file = live.ok ? parseAndroidFile(live.text) : null
  if (!file?.ok) return []
  return file.file.statements.flatMap(({ packageName, fingerprints }) =>
    fingerprints.map((fingerprint) => targetKey(packageName, fingerprint)),
  )
}

function targetKey(packageName: string, fingerprint: string): string {
  return `${packageName} ${fingerprint.toUpperCase()}`
}

/** Returns for how long caches have had the response, in seconds (RFC 9111, section 5.1). */
function readAge(headers: Record<string, string>): number | null {
  const age = /^\d{1,9}$/.exec(headers['age']?.trim() ?? '')?.[0]
  return age === undefined ? null : Number(age)
}
