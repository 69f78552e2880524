import { z } from 'zod'
import { policyKey, policyProfile, type PolicyKey } from '../../contract/app/profile/policy.ts'
import { isProxyUrl } from '../../contract/app/profile/proxy.ts'
import { parseAuthorities } from './authorities.ts'
import { noPolicy, type Policy } from './policy.ts'

/** The values of one policy source, or `null` if it exists but can't be read. */
export interface PolicySource {
  /** Location of the source, for warnings. */
  name: string
  values: Record<string, unknown> | null
}

// The registry has only numbers and strings.
const updates = z.union([z.boolean(), z.literal([0, 1]).transform(Boolean), z.literal('repository')])
const host = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^(?:\*\.)?[a-z0-9.-]{1,253}(?::\d{1,5})?$/)

const isProxy = (text: string) => text === 'system' || text === 'none' || isProxyUrl(URL.parse(text))

const shapes = {
  proxy: z.string().trim().max(300).refine(isProxy),
  proxyExceptions: z.string().trim().max(2_000),
  authorities: z
    .string()
    .max(500_000)
    .refine((pem) => parseAuthorities(pem) !== null),
  updates,
  keyStore: z.enum(['system', 'memory']),
}

/** Keys of settings that earlier versions had. */
const retiredKeys = new Set(['retentionDays'])

/**
 * Parses a policy from its sources. The first source that sets a key wins. Unknown keys and invalid values only add a
 * warning. Restrictions fail closed: if they are invalid, updates are off and no service is allowed.
 */
export function parsePolicy(sources: readonly PolicySource[]): Policy {
  const policy: Policy = structuredClone(noPolicy)
  for (const { name, values } of sources) {
    if (values === null) {
      policy.updates ??= false
      policy.warnings.push(`${name} can’t be read. Updates are off until it can be.`)
    }
    for (const [key, value] of Object.entries(values ?? {})) {
      if (retiredKeys.has(key)) continue
      const known = policyKey.safeParse(key)
      if (!known.success) policy.warnings.push(`${name}: “${key.slice(0, 60)}” isn’t a Linkwright setting.`)
      else if (!policy.managed.includes(known.data)) applyValue(policy, name, known.data, value)
    }
  }
  if (policy.updates !== null && !policy.managed.includes('updates')) policy.managed.push('updates')
  return policy
}

/** Applies one value to the policy. */
function applyValue(policy: Policy, name: string, key: PolicyKey, value: unknown): void {
  const warn = (what: string) => policy.warnings.push(`${name}: “${key}” ${what}`)
  if (key === 'profiles') {
    policy.managed.push(key)
    const { good, bad } = parseEntries(value, policyProfile)
    policy.profiles = good
    if (bad > 0) warn(`has ${bad} that can’t be used.`)
  } else if (key === 'allowedServices') {
    policy.managed.push(key)
    const { good, bad } = parseEntries(value, host)
    policy.allowedServices = good
    if (bad > 0) warn(`has ${bad} that can’t be used. Only the others are allowed.`)
  } else {
    const read = shapes[key].safeParse(value)
    if (read.success) Object.assign(policy, { [key]: read.data })
    else if (key === 'updates') policy.updates = false
    if (read.success || key === 'updates') policy.managed.push(key)
    if (!read.success) warn(key === 'updates' ? 'can’t be used. Updates are off.' : 'can’t be used.')
  }
}

const maxEntries = 1_000

/** Returns the valid entries of a list, and the number of invalid ones. */
function parseEntries<T>(value: unknown, shape: z.ZodType<T>): { good: T[]; bad: number } {
  if (!Array.isArray(value)) return { good: [], bad: 1 }
  const read = value.slice(0, maxEntries).map((entry) => shape.safeParse(entry))
  const good = read.flatMap((entry) => (entry.success ? [entry.data] : []))
  return { good, bad: value.length - good.length }
}
