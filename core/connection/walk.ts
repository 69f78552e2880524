import { announced } from '../../contract/headers.ts'
import { readBaseUrl } from '../../contract/baseUrl.ts'
import type { CallOutput } from '../../contract/calls.ts'
import { jsonObjectIn } from '../client/answer.ts'
import type { Answer } from '../client/answer.ts'
import type { Destination } from '../client/client.ts'
import type { Network } from '../network/network.ts'
import { clockStep } from './clock.ts'
import { connectionStep, nameStep, tlsStep } from './network.ts'
import { probe } from './service.ts'
import type { Probe, ProbeParts } from './service.ts'
import { otherEnvironment, otherPath } from './suggest.ts'
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
