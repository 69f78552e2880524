import { announced, apiPrefix } from '../../contract/headers.ts'
import { readBaseUrl } from '../../contract/baseUrl.ts'
import type { CallOutput } from '../../contract/calls.ts'
import { jsonObjectIn } from '../client/answer.ts'
import type { Answer } from '../client/answer.ts'
import type { Destination } from '../client/client.ts'
import type { Network } from '../network/network.ts'
import { connectionStep, nameStep, tlsStep } from './network.ts'
import { probe } from './service.ts'
import type { Probe, ProbeParts } from './service.ts'
import { failed, passed, stepNames, stepsOf } from './step.ts'
import type { Finding, StepName } from './step.ts'

export type Walk = CallOutput<'connection.test'>

/** The key may be missing: the walk then ends at the step where it is needed. */
export type WalkTo = Omit<Destination, 'key'> & { key: string | null }

export interface WalkParts extends ProbeParts {
  network: Network
}

type Findings = Partial<Record<StepName, Finding>>

/** Walks to a service step by step until one fails. Never sends anything that could make a link. */
export async function walk(parts: WalkParts, to: WalkTo): Promise<Walk> {
  const address = readBaseUrl(to.baseUrl)
  if (!address.ok) return walked(null, { address: failed({ code: address.code }) })
  const { baseUrl } = address
  const findings: Findings = { address: passed(baseUrl) }
  for (const [name, step] of networkSteps) {
    const finding = await step(new URL(baseUrl), parts.network)
    findings[name] = finding
    if (finding.problem) return walked(baseUrl, findings)
  }
  return await askService(parts, { ...to, baseUrl }, findings)
}

const networkSteps = [
  ['name', nameStep],
  ['connection', connectionStep],
  ['tls', tlsStep],
] as const

function walked(baseUrl: string | null, findings: Findings, suggestions: Partial<Walk> = {}): Walk {
  return {
    baseUrl,
    steps: stepsOf(findings),
    suggestedEnvironment: null,
    suggestedBaseUrl: null,
    ...suggestions,
  }
}

async function askService(parts: WalkParts, to: WalkTo, before: Findings): Promise<Walk> {
  const begun = performance.now()
  const probed = await probe(parts, { ...to, key: to.key ?? noKey })
  const duration = Math.round(performance.now() - begun)
  const findings = { ...before, ...serviceFindings(probed, to, duration) }
  if (probed.stoppedAt?.step === 'environment') {
    const suggestedEnvironment =
      to.key === null ? null : await otherEnvironment(parts, { ...to, key: to.key })
    return walked(to.baseUrl, findings, { suggestedEnvironment })
  }
  if (probed.stoppedAt?.problem.code !== 'not_the_service') return walked(to.baseUrl, findings)
  const suggestedBaseUrl = await otherPath(parts, { ...to, key: to.key ?? noKey })
  if (suggestedBaseUrl === null) return walked(to.baseUrl, findings)
  const json = failed({ ...probed.stoppedAt.problem, code: 'wrong_path' })
  return walked(to.baseUrl, { ...findings, json }, { suggestedBaseUrl })
}

/** Stands where a person has not entered a key yet: it tells a link service from anything else all the same. */
const noKey = 'no-key-entered'

/** The findings of the steps that one answer decides, up to the one that failed. */
function serviceFindings(
  { answer, stoppedAt }: Probe,
  to: WalkTo,
  duration: number,
): Partial<Record<StepName, Finding>> {
  const found: Partial<Record<StepName, Finding>> = {}
  const facts: Partial<Record<StepName, string>> = {
    http: answer ? `answered after ${duration} ms` : 'an answer began',
    json: answer ? jsonFact(answer) : '',
    key: 'accepted',
    environment: `${to.environment} accepted`,
  }
  for (const name of stepNames.slice(stepNames.indexOf('http'), -1)) {
    const fact = facts[name] ?? ''
    const problem = stoppedAt?.step === name ? stoppedAt.problem : null
    const missing = name === 'key' && to.key === null
    found[name] = missing ? failed({ code: 'key_missing' }) : { found: problem ? '' : fact, problem }
    if (found[name].problem) return found
  }
  if (answer) found.clock = clockStep(answer)
  return found
}

function jsonFact(answer: Answer): string {
  const { product } = announced(answer.headers['link-service'])
  return product || (jsonObjectIn(answer) ? 'a JSON answer' : '')
}

/** Certificates and dates of links go wrong beyond this. In milliseconds. */
const tolerated = 5 * 60 * 1_000

/** Compares this computer's clock with the service's `Date` (RFC 9110 §6.6.1). */
function clockStep({ headers }: Answer, now = Date.now()): Finding {
  const theirs = Date.parse(headers['date'] ?? '')
  if (Number.isNaN(theirs)) return passed('the service does not tell the time')
  const off = now - theirs
  const found = `${Math.round(Math.abs(off) / 1_000)} s ${off < 0 ? 'behind' : 'ahead of'} the service`
  return Math.abs(off) > tolerated ? failed({ code: 'clock_wrong', detail: found }, found) : passed(found)
}

/** The value that one known service wants in the place of `development`, if this one takes it. */
async function otherEnvironment(parts: ProbeParts, to: Destination): Promise<string | null> {
  if (to.environment === 'test') return null
  const probed = await probe(parts, { ...to, environment: 'test' })
  return probed.stoppedAt ? null : 'test'
}

/** Where on the same server a link service answers: at the root, or one level higher. `null` when nowhere. */
async function otherPath(parts: ProbeParts, to: Destination): Promise<string | null> {
  const { origin, pathname } = new URL(to.baseUrl)
  const levels = pathname.slice(0, -apiPrefix.length).split('/').filter(Boolean)
  for (let kept = levels.length - 1; kept >= 0; kept--) {
    const baseUrl = [origin, ...levels.slice(0, kept)].join('/') + apiPrefix
    const { stoppedAt } = await probe(parts, { ...to, baseUrl })
    if (!stoppedAt || stoppedAt.step === 'key' || stoppedAt.step === 'environment') return baseUrl
  }
  return null
}
