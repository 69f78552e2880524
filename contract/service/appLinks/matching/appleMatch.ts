import type { AppleComponent, AppleFile } from '../appleFile.ts'
import { decodePercent, type LinkParts } from './linkParts.ts'
import { createMatchBudget, matchPattern } from './pattern.ts'
import type { PatternMatch, PatternVariables, MatchBudget } from './pattern.ts'

/** A file's verdict on a link. `rule` is the decisive component or rule, as written in the file. */
export type FileVerdict =
  | { kind: 'opens'; apps: string[]; rule: string | null }
  | { kind: 'excluded'; apps: string[]; rule: string }
  | { kind: 'not_listed' }
  | { kind: 'unknown'; rule: string }

type Decision =
  | { kind: 'match'; component: AppleComponent }
  | { kind: 'none' }
  | { kind: 'unknown'; component: AppleComponent }

/**
 * Returns the apps that open a link on iPhone and iPad. For each app, the first matching component decides, even if it
 * excludes the link.
 *
 * Source: Apple, "applinks.Details.Components": "The first match wins".
 */
export function matchApple({ entries, variables }: AppleFile, link: LinkParts): FileVerdict {
  const budget = createMatchBudget()
  const decisions = new Map<string, Exclude<Decision, { kind: 'none' }>>()
  for (const { appIds, components } of entries) {
    const undecided = appIds.filter((id) => !decisions.has(id))
    if (undecided.length === 0) continue
    const decision = decide(components, link, variables, budget)
    if (decision.kind === 'none') continue
    for (const id of undecided) decisions.set(id, decision)
  }
  return toVerdict([...decisions])
}

/** Returns the apps that open at least one link of the domain. */
export function matchAnyApple({ entries }: AppleFile): FileVerdict {
  const matches = entries.filter(({ components }) => components.some(({ exclude }) => !exclude))
  const apps = [...new Set(matches.flatMap(({ appIds }) => appIds))]
  return apps.length > 0 ? { kind: 'opens', apps, rule: null } : { kind: 'not_listed' }
}

function toVerdict(decisions: [string, Exclude<Decision, { kind: 'none' }>][]): FileVerdict {
  const matches = decisions.filter(([, { kind, component }]) => kind === 'match' && !component.exclude)
  const [first] = matches
  if (first) return { kind: 'opens', apps: matches.map(([id]) => id), rule: first[1].component.source }
  const unknown = decisions.find(([, { kind }]) => kind === 'unknown')
  if (unknown) return { kind: 'unknown', rule: unknown[1].component.source }
  const [excluded] = decisions
  if (!excluded) return { kind: 'not_listed' }
  return { kind: 'excluded', apps: decisions.map(([id]) => id), rule: excluded[1].component.source }
}

function decide(
  components: readonly AppleComponent[],
  link: LinkParts,
  variables: PatternVariables,
  budget: MatchBudget,
): Decision {
  for (const component of components) {
    const match = matchComponent(component, link, variables, budget)
    if (match === 'yes') return { kind: 'match', component }
    if (match === 'unknown') return { kind: 'unknown', component }
  }
  return { kind: 'none' }
}

/**
 * All parts of a component must match. With `percentEncoded`, patterns are compared with the link without decoding it.
 */
function matchComponent(
  component: AppleComponent,
  link: LinkParts,
  variables: PatternVariables,
  budget: MatchBudget,
): PatternMatch {
  const { caseSensitive, percentEncoded } = component
  const match = (pattern: string, text: string): PatternMatch =>
    pattern === '*'
      ? 'yes'
      : matchPattern(pattern, percentEncoded ? text : decodePercent(text), {
          caseSensitive,
          variables,
          budget,
        })
  const { query } = component
  return all([
    () => match(component.path, link.path),
    () => match(component.fragment, link.fragment ?? ''),
    ...(typeof query === 'string'
      ? [() => match(query, link.query ?? '')]
      : [...query].map(
          ([name, pattern]) =>
            () =>
              matchItems(name, pattern, link.items, match),
        )),
  ])
}

/**
 * Returns whether every parameter with this name matches. A missing parameter or one without a value counts as empty.
 *
 * Source: Apple, "What's New in Universal Links" (WWDC 2019, session 717): "all instances".
 */
function matchItems(
  name: string,
  pattern: string,
  items: LinkParts['items'],
  match: (pattern: string, text: string) => PatternMatch,
): PatternMatch {
  const values = items.filter((item) => item.name === name).map(({ value }) => value)
  const texts = values.length === 0 ? [''] : values
  return all(texts.map((text) => () => match(pattern, text)))
}

/** `no` if any part doesn't match; otherwise `unknown` if any is unknown. */
function all(parts: readonly (() => PatternMatch)[]): PatternMatch {
  let result: PatternMatch = 'yes'
  for (const part of parts) {
    const match = part()
    if (match === 'no') return 'no'
    if (match === 'unknown') result = 'unknown'
  }
  return result
}
