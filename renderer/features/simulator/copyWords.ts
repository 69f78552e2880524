import type { AppLinkCopy } from '../../../contract/app/calls/app/appLinks.ts'

/** Returns what a server's copy of a domain's file means, as a sentence. */
export function describeCopy(owner: 'Apple' | 'Google', { state, ageSeconds, reason }: AppLinkCopy): string {
  const age = ageSeconds === null ? '' : `, fetched ${formatAge(ageSeconds)} ago,`
  switch (state) {
    case 'same':
      return `${owner}’s copy${age} has the same content.`
    case 'differs':
      return `${owner}’s copy${age} differs from the domain’s file. Phones get the copy, which may be a day old.`
    case 'missing':
      return `${owner} has no copy${reason === null ? '' : `: ${explainReason(reason)}`}.`
    case 'unknown':
      return `${owner}’s copy couldn’t be checked.`
  }
}

/** Reasons in `Apple-Failure-Reason` and in Google's `errorCode`. Neither is documented, so only clear ones are put in words. */
const reasons: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/time ?out/i, 'the domain didn’t answer in time'],
  [/redirect/i, 'the domain redirects the file'],
  [/ssl|tls|certificate/i, 'it doesn’t trust the domain’s certificate'],
  [/content[ _]type/i, 'the file has the wrong content type'],
  [/too[ _]large/i, 'the file is too large'],
  [/json|malformed[ _]content/i, 'it can’t read the file'],
  [/dns|no such host/i, 'it didn’t find the domain'],
]

function explainReason(reason: string): string {
  const status = /Bad HTTP Response: (\d{3})/i.exec(reason)?.[1]
  if (status !== undefined) return `the domain answered with status ${status}`
  return reasons.find(([pattern]) => pattern.test(reason))?.[1] ?? `“${reason}”`
}

function formatAge(seconds: number): string {
  const units = [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
  ] as const
  const [name, size] = units.find(([, length]) => seconds >= 2 * length) ?? ['minute', 60]
  const count = Math.max(1, Math.round(seconds / size))
  return `${count} ${name}${count === 1 ? '' : 's'}`
}
