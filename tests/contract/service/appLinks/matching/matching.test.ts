import { describe, expect, it } from 'vitest'
import { evaluateLink, type AppPlatform } from '../../../../../contract/service/appLinks/matching/evaluate.ts'
import { parseLinkParts } from '../../../../../contract/service/appLinks/matching/linkParts.ts'
import { seededRandom } from '../random.ts'
import { androidOpens, appleOpens, kinds } from '../secondMatcher.ts'
import type { Component } from '../secondMatcher.ts'
import { effort } from '../../../../effort.ts'

const appId = 'ABCDE12345.com.example.app'

function apple(entry: object, link: string, rest: object = {}) {
  return evaluate('ios', { applinks: { details: [{ appIDs: [appId], ...entry }], ...rest } }, link)
}

function android(rules: object[] | null, link: string) {
  const statement = {
    relation: ['delegate_permission/common.handle_all_urls'],
    target: {
      namespace: 'android_app',
      package_name: 'com.example.app',
      sha256_cert_fingerprints: [Array(32).fill('A1').join(':')],
    },
    ...(rules && {
      relation_extensions: {
        'delegate_permission/common.handle_all_urls': { dynamic_app_link_components: rules },
      },
    }),
  }
  const outcome = evaluate('android', [statement], link)
  expect(outcome.warnings).toHaveLength(1)
  return outcome
}

function evaluate(platform: AppPlatform, file: object, link: string) {
  const fetched = { ok: true, contentType: 'application/json', text: JSON.stringify(file) } as const
  const { state, finding, apps, rule, warnings } = evaluateLink(platform, partsOf(link), fetched)
  // The last warning is about every file that can be read.
  const general = platform === 'ios' ? 'apple_cache' : 'android_play_signing'
  if (warnings.at(-1)?.code !== general) throw new Error(finding?.code)
  const kind = state === 'opens' ? state : finding?.code.replace(/^(apple|android)_/, '')
  return { kind, apps, rule, warnings }
}

function partsOf(link: string) {
  const parts = parseLinkParts(link)
  if (!parts) throw new Error(`${link} is not a link.`)
  return parts
}

const site = 'https://links.example.com'

describe('the links of Apple’s file', () => {
  it.each<[string, object[], string, boolean]>([
    ['* matches everything, even nothing', [{ '/': '/shop/*' }], '/shop/', true],
    ['* matches slashes', [{ '/': '/a*z' }], '/a/b/c/z', true],
    ['* backtracks to a later match', [{ '/': '/*ab' }], '/aab', true],
    ['? matches one character', [{ '/': '/s?' }], '/sx', true],
    ['? does not match nothing', [{ '/': '/s?' }], '/s', false],
    ['?* matches one or more characters', [{ '/': '/s/?*' }], '/s/', false],
    ['a pattern matches the whole path', [{ '/': '/shop' }], '/shop/1', false],
    ['upper and lower case differ', [{ '/': '/Shop' }], '/shop', false],
    ['by default', [{ '/': '/Shop', caseSensitive: false }], '/sHOP', true],
    ['escapes are compared literally', [{ '/': '/ü' }], '/%C3%BC', false],
    ['by default', [{ '/': '/ü', percentEncoded: false }], '/%C3%BC', true],
    ['the first match wins', [{ '/': '/x*', exclude: true }, { '/': '*' }], '/x1', false],
    ['the first match wins even if it opens', [{ '/': '/x1' }, { '/': '/x*', exclude: true }], '/x1', true],
    ['a component without a path matches every path', [{ '#': 'app' }], '/any#app', true],
    ['a fragment must match', [{ '#': 'app' }], '/any', false],
    ['a parameter must match', [{ '?': { n: '??' } }], '/a?n=12', true],
    ['every parameter of that name must match', [{ '?': { n: '1*' } }], '/a?n=1&n=2', false],
    ['an absent parameter counts as empty', [{ '?': { n: '*' } }], '/a', true],
    ['an absent parameter matches nothing else', [{ '?': { n: '?*' } }], '/a', false],
    ['the whole query', [{ '?': 'a=1*' }], '/a?a=1&b=2', true],
    ['all parts must match', [{ '/': '/a', '?': { n: '1' } }], '/a?n=2', false],
    ['a digit', [{ '/': '/$(digit)' }], '/7', true],
    ['no digit', [{ '/': '/$(digit)' }], '/x', false],
  ])('Apple’s file is matched as Apple documents it: %s', (_, components, link, opens) => {
    expect(apple({ components }, site + link).kind === 'opens').toBe(opens)
  })

  it('a component’s settings override its entry’s, and an entry’s override the domain’s', () => {
    const components = [{ '/': '/A' }]
    const loose = { defaults: { caseSensitive: false } }
    expect(apple({ components }, `${site}/a`, loose).kind).toBe('opens')
    expect(apple({ components, defaults: { caseSensitive: true } }, `${site}/a`, loose).kind).toBe(
      'not_listed',
    )
    expect(apple({ components: [{ '/': '/A', caseSensitive: true }] }, `${site}/a`, loose).kind).toBe(
      'not_listed',
    )
  })

  it('older paths open and exclude links, and only count if there are no components', () => {
    const paths = ['NOT /help/*', '*']
    expect(apple({ paths }, `${site}/help/1`)).toMatchObject({ kind: 'excluded', rule: '"NOT /help/*"' })
    expect(apple({ paths }, `${site}/shop?x=1#y`).kind).toBe('opens')
    expect(apple({ paths, components: [{ '/': '/only' }] }, `${site}/shop`).kind).toBe('not_listed')
  })

  it('a link that one app excludes can open the next app', () => {
    const file = (details: object[]) => evaluate('ios', { applinks: { details } }, `${site}/x`)
    const excludedEntry = { appID: appId, components: [{ '/': '/x', exclude: true }, { '/': '*' }] }
    const other = { appIDs: ['ZZZZZ99999.org.other'], components: [{ '/': '*' }] }
    expect(file([excludedEntry, { appID: appId, paths: ['*'] }]).kind).toBe('excluded')
    expect(file([excludedEntry, other])).toMatchObject({
      kind: 'opens',
      apps: ['ZZZZZ99999.org.other'],
      rule: '{"/":"*"}',
    })
  })

  it('a variable without known values makes the result unknown unless an earlier rule matches', () => {
    expect(apple({ components: [{ '/': '/$(lang)/*' }, { '/': '*' }] }, `${site}/en/1`).kind).toBe(
      'undecided',
    )
    expect(apple({ components: [{ '/': '/a' }, { '/': '/$(who)' }] }, `${site}/a`).kind).toBe('opens')
    const variables = { substitutionVariables: { who: ['ann', 'b?b*'] } }
    expect(apple({ components: [{ '/': '/$(who)/1' }] }, `${site}/bobby/1`, variables).kind).toBe('opens')
  })

  it('slow patterns are matched, but the result is unknown if there are too many of them', () => {
    const slowPattern = { '/': `/${'*a'.repeat(400)}b` }
    expect(apple({ components: [slowPattern] }, `${site}/${'a'.repeat(2_000)}`).kind).toBe('not_listed')
    const manyPatterns = { components: Array.from({ length: 100 }, () => slowPattern) }
    expect(apple(manyPatterns, `${site}/${'a'.repeat(3_000)}`).kind).toBe('undecided')
    const nested = { components: [{ '/': `/${'$(x)'.repeat(2_000)}` }] }
    const variables = { substitutionVariables: { x: Array.from({ length: 2_000 }, () => '*a*') } }
    expect(apple(nested, `${site}/${'a'.repeat(3_000)}`, variables).kind).toBe('undecided')
  })

  it('the result is unknown if a long pattern would be split for thousands of values of a repeated parameter', () => {
    const longPattern = { '?': { '': '*'.repeat(400_000) } }
    expect(apple({ components: [longPattern] }, `${site}/?${'&'.repeat(4_000)}`).kind).toBe('undecided')
  })
})

describe('the links of Google’s file', () => {
  it.each<[string, object[] | null, string, boolean]>([
    ['without rules, every link', null, '/anything?x=1#y', true],
    ['a rule that matches', [{ '/': '/shop/*' }], '/shop/1', true],
    ['no rule that matches', [{ '/': '/path1' }, { '/': '/path2' }], '/path3', false],
    ['the first match wins', [{ '/': '*', exclude: true }, { '/': '/path1' }], '/path1', false],
    [
      'the first match wins even if it opens',
      [{ '/': '/path1' }, { '/': '*', exclude: true }],
      '/path1',
      true,
    ],
    ['parameters in any order', [{ '?': { dl: '*', in_app: 'true' } }], '/?in_app=true&dl=abc', true],
    [
      'parameters with others in between',
      [{ '?': { dl: '*', in_app: 'true' } }],
      '/?l=en&in_app=true&dl=',
      true,
    ],
    ['all parameters must match', [{ '?': { dl: '*', in_app: 'true' } }], '/?lang=en&dl=abc', false],
    ['one matching value is enough', [{ '?': { n: '1*' } }], '/?n=2&n=1', true],
    ['a link without a fragment', [{ '#': '*' }], '/', false],
    ['decoded', [{ '/': '/ü' }], '/%C3%BC', true],
    ['* stops at the next character', [{ '/': '/*ab' }], '/aab', false],
    ['?* matches one or more characters', [{ '/': '/s/?*' }], '/s/', false],
  ])('Google’s file is matched as Google documents it: %s', (_, rules, link, opens) => {
    expect(android(rules, site + link).kind === 'opens').toBe(opens)
  })
})

describe('a second matcher', () => {
  const random = seededRandom(35)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const text = (parts: readonly string[], maxParts: number) =>
    Array.from({ length: Math.floor(random() * (maxParts + 1)) }, () => pick(parts)).join('')
  const letters = ['a', 'b', 'A', '/', 'shop', '7', '%C3%BC', '.', '(', '-']
  const withChance = (chance: number, part: () => Component): Component => (random() < chance ? part() : {})

  const randomComponent = (wildcards: readonly string[], isApple: boolean): Component => {
    const pattern = (maxParts: number) => text([...letters, ...wildcards, ...wildcards], maxParts)
    const component: Component = {
      ...withChance(0.8, () => ({ '/': random() < 0.8 ? `/${pattern(4)}` : `${pattern(3)}*` })),
      ...withChance(0.2, () => ({ '#': `${pattern(2)}*` })),
      ...withChance(0.3, () => ({ '?': { [pick(['n', 'm'])]: `${pattern(2)}${pick(['', '*'])}` || '*' } })),
      ...withChance(isApple ? 0.1 : 0, () => ({ '?': `*${pattern(2)}*` })),
      ...withChance(0.3, () => ({ exclude: random() < 0.7 })),
      ...withChance(isApple ? 0.3 : 0, () => ({ caseSensitive: random() < 0.5 })),
      ...withChance(isApple ? 0.3 : 0, () => ({ percentEncoded: random() < 0.5 })),
    }
    return ['/', '?', '#'].some((key) => key in component) ? component : { '/': '*' }
  }
  const randomLink = () => {
    const query = Array.from(
      { length: Math.floor(random() * 3) },
      () => `${pick(['n', 'm', 'other'])}${random() < 0.8 ? '=' : ''}${text(letters, 2)}`,
    ).join('&')
    return `${site}/${text(letters, 4)}${query && `?${query}`}${random() < 0.3 ? `#${text(letters, 2)}` : ''}`
  }
  const components = (wildcards: readonly string[], isApple: boolean) =>
    Array.from({ length: 1 + Math.floor(random() * 3) }, () => randomComponent(wildcards, isApple))

  it('an independent second matcher agrees on thousands of random links and files', () => {
    const wildcards = ['*', '?', '?*', '$(digit)', '$(kind)']
    const variables = { substitutionVariables: { kind: kinds } }
    const count = { opens: 0, other: 0 }
    for (let round = 0; round < effort(50_000); round++) {
      const [file, link] = [components(wildcards, true), randomLink()]
      const opens = apple({ components: file }, link, variables).kind === 'opens'
      if (opens !== appleOpens(file, new URL(link))) throw new Error(`Apple: ${JSON.stringify(file)} ${link}`)
      count[opens ? 'opens' : 'other'] += 1
    }
    for (let round = 0; round < effort(50_000); round++) {
      const [file, link] = [components(['*', '?', '?*'], false), randomLink()]
      const opens = android(file, link).kind === 'opens'
      if (opens !== androidOpens(file, new URL(link)))
        throw new Error(`Android: ${JSON.stringify(file)} ${link}`)
      count[opens ? 'opens' : 'other'] += 1
    }
    // Both outcomes must occur often: matchers that only ever agree on one of them prove nothing.
    expect(count.opens).toBeGreaterThan(effort(15_000))
    expect(count.other).toBeGreaterThan(effort(15_000))
  })
})
