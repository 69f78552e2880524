import type { AppleComponent, AppleFile } from '../appleFile.ts'
import { decodePercent, type LinkParts } from './linkParts.ts'
import { createMatchBudget, matchPattern } from './pattern.ts'
import type { PatternMatch, PatternVariables, MatchBudget } from './pattern.ts'

/** The pattern of a file that decides about an app. */
export interface Decision {
  app: string
  /** `unknown` if it can't be determined whether the pattern matches. */
  match: 'yes' | 'unknown'
  exclude: boolean
  /** The pattern as written in the file; `null` if the app may open all links, or without a link. */
  rule: string | null
}

/**
 * Returns which apps open a link on iPhone and iPad, or without a link, at least one link of the domain. For each app, the
 * first matching component decides, even if it excludes the link.
 *
 * Source: Apple, "applinks.Details.Components": "The first match wins".
 */
export function matchApple({ entries, variables }: AppleFile, link: LinkParts | null): Decision[] {
  const budget = createMatchBudget()
  const decisions = new Map<string, Decision>()
  for (const { appIds, components } of entries) {
    const undecided = appIds.filter((id) => !decisions.has(id))
    if (undecided.length === 0) continue
    const decision = decide(components, link, variables, budget)
    if (decision) for (const app of undecided) decisions.set(app, { app, ...decision })
  }
  return [...decisions.values()]
}

function decide(
  components: readonly AppleComponent[],
  link: LinkParts | null,
  variables: PatternVariables,
  budget: MatchBudget,
): Omit<Decision, 'app'> | null {
  for (const component of components) {
    const { exclude, source } = component
    if (link === null && !exclude) return { match: 'yes', exclude, rule: null }
    const match = link ? matchComponent(component, link, variables, budget) : 'no'
    if (match !== 'no') return { match, exclude, rule: source }
  }
  return null
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
