import { z } from 'zod'
import { isObject } from '../../service/json/json.ts'
import { ruleFieldNames, type RuleFieldName } from '../../service/rules/ruleFields.ts'
import { isParameter } from '../../service/link/parameters.ts'
import { sharedFileLimits, type SharedRules } from '../../service/rules/sharedFile.ts'
import { fieldRule, namesWithRules, getRule, trackingRules } from '../../service/rules/trackingRules.ts'
import type { FieldRule, TrackingRules } from '../../service/rules/trackingRules.ts'
import { compactRule, sortedKeys } from '../../service/rules/writeSharedFile.ts'
import { tryParseJson } from '../text/tryParseJson.ts'

/** The parts of a shared file that are compared and applied. */
export type SharedContent = Pick<SharedRules, 'rules' | 'presets' | 'views'>

const text = z.string().max(sharedFileLimits.bytes).nullable()

/**
 * A change of one entry: the rule of a field, a preset or a view. `before` and `after` are canonical texts, so that
 * equal content is equal text; `null` if there is no such entry.
 */
export const sharedChange = z
  .strictObject({
    kind: z.enum(['rule', 'preset', 'view']),
    name: z.string().min(1).max(200),
    before: text,
    after: text,
    /** For a removed preset that is restored: its id, and the profiles whose default it was. */
    restore: z
      .strictObject({
        id: z.string().min(1).max(100),
        defaultOf: z.array(z.string().max(1_000)).max(10_000),
      })
      .optional(),
  })
  .refine(isReadable, 'This entry can’t be read.')
export type SharedChange = z.infer<typeof sharedChange>

/** Identifies an entry: `rule:source`. */
export function entryKey({ kind, name }: Pick<SharedChange, 'kind' | 'name'>): string {
  return `${kind}:${name}`
}

/** Returns the canonical text of each entry, by its key. Rules come first, then presets and views by name. */
export function entryTexts({ rules = {}, presets = [], views = [] }: SharedContent): Map<string, string> {
  return new Map([
    ...namesWithRules(rules).map((name) => [`rule:${name}`, ruleText(getRule(rules, name))] as const),
    ...presets.map(({ name, form }) => [`preset:${name}`, JSON.stringify(sortedKeys(form))] as const),
    ...views.map(({ name, query }) => [`view:${name}`, query] as const),
  ])
}

function ruleText(rule: FieldRule): string {
  return JSON.stringify(compactRule(rule))
}

/**
 * Returns the changes to `local` that applying all of `shared` would make. A section missing from `shared` changes
 * nothing.
 */
export function compareShared(local: SharedContent, shared: SharedContent): SharedChange[] {
  const { rules, presets, views } = shared
  const comparable = {
    rules: rules && local.rules,
    presets: presets && local.presets,
    views: views && local.views,
  }
  const [before, after] = [entryTexts(comparable), entryTexts(shared)]
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((key) => toChange(key, before.get(key) ?? null, after.get(key) ?? null))
    .filter((change) => change.before !== change.after)
    .toSorted((a, b) => sortOrder(a) - sortOrder(b) || (a.name < b.name ? -1 : 1))
}

function toChange(key: string, before: string | null, after: string | null): SharedChange {
  const end = key.indexOf(':')
  const [kind, name] = [key.slice(0, end), key.slice(end + 1)]
  return { kind: kind as SharedChange['kind'], name, before, after }
}

function sortOrder({ kind, name }: SharedChange): number {
  if (kind === 'rule') return isParameter(name) ? 9 : ruleFieldNames.findIndex((field) => field === name)
  return kind === 'preset' ? 10 : 11
}

/** Returns rules with changes of rules applied. The caller must have checked that each `before` is current. */
export function withRules(rules: TrackingRules, changes: readonly SharedChange[]): TrackingRules {
  const changed = new Map(changes.map(({ name, after }) => [name, parseRule(after)]))
  const others = Object.entries(rules).filter(([name]) => !changed.has(name))
  const added = [...changed].filter(([, rule]) => rule !== null)
  return trackingRules.parse(Object.fromEntries([...others, ...added]))
}

/** Returns the rule of a change; `null` if it removes the rule. */
export function parseRule(after: string | null): FieldRule | null {
  return after === null ? null : fieldRule.parse(JSON.parse(after))
}

/** Whether a change sent by the window can be applied because its rule or form is valid. */
function isReadable({ kind, name, after }: { kind: string; name: string; after: string | null }): boolean {
  if (kind === 'rule' && !isParameter(name) && !ruleFieldNames.some((field) => field === name)) return false
  if (after === null || kind === 'view') return true
  const value = tryParseJson(after)
  if (value === undefined) return false
  return kind === 'preset' ? isObject(value) : trackingRules.safeParse({ [name]: value }).success
}

/** Returns the field of a change of a rule. */
export function toRuleFieldName({ name }: SharedChange): RuleFieldName {
  return isParameter(name) ? name : (ruleFieldNames.find((field) => field === name) ?? 'source')
}
