import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { matchAndroidPattern } from '../../../../contract/service/appLinks/matching/androidMatch.ts'
import { toAppSetup } from '../../../../contract/app/appLinks/appSetup.ts'
import type { FetchedFile } from '../../../../contract/service/appLinks/matching/evaluate.ts'
import { canOverlap, toPathPattern } from '../../../../contract/app/appLinks/pathPattern.ts'
import { entitlement, intentFilter } from '../../../../renderer/features/simulator/appClaims.ts'
import { createAssociationFile } from '../../../../service/links/associationFile.ts'
import { manifestPatterns } from '../../../service/links/manifestPatterns.ts'
import { manifestOpens } from '../../service/appLinks/secondMatcher.ts'

const [one, two] = ['A1', 'B2'].map((pair) => Array(32).fill(pair).join(':'))
const json = (value: unknown): FetchedFile => ({
  ok: true,
  contentType: 'application/json',
  text: typeof value === 'string' ? value : JSON.stringify(value),
})
const missing: FetchedFile = { ok: false, finding: { code: 'not_found' } }
const all = 'delegate_permission/common.handle_all_urls'

function statement(name: string, fingerprints: readonly unknown[], rules?: readonly object[]) {
  return {
    relation: [all],
    target: { namespace: 'android_app', package_name: name, sha256_cert_fingerprints: fingerprints },
    ...(rules && { relation_extensions: { [all]: { dynamic_app_link_components: rules } } }),
  }
}
const manifestsOf = (...statements: object[]) =>
  toAppSetup('a.example', { ios: missing, android: json(statements) }).manifests

it('the setup derived from our own service’s files is the one in the documentation', () => {
  const apps = {
    ios: ['ABCDE12345.com.example.app'],
    android: [{ packageName: 'com.example.app', fingerprints: [one ?? '', two ?? ''] }],
  }
  const setup = toAppSetup('go.example.com', {
    ios: json(createAssociationFile('ios', apps)?.text ?? ''),
    android: json(createAssociationFile('android', apps)?.text ?? ''),
  })
  expect(setup).toEqual({
    domain: 'go.example.com',
    appIds: apps.ios,
    manifests: [
      {
        apps: [{ packageName: 'com.example.app', fingerprints: 2 }],
        pathPatterns: manifestPatterns,
        olderOpenMore: false,
      },
    ],
  })
  const page = readFileSync(new URL('../../../../docs/using/open-your-app.md', import.meta.url), 'utf8')
  expect(page).toContain(entitlement(setup.domain))
  expect(page).toContain(intentFilter(setup.domain, setup.manifests?.[0]?.pathPatterns ?? []))
})

it('apps with the same rules share a manifest, and an invalid fingerprint isn’t counted', () => {
  const rules = [{ '/': '/a/*' }]
  const manifests = manifestsOf(
    statement('com.example.app', [one], rules),
    statement('com.example.app', [one, two, 'x'], rules),
    statement('com.example.beta', [two], rules),
    statement('com.example.other', [two]),
  )
  const pathPatterns = ['/a/.*']
  expect(manifests).toEqual([
    {
      apps: [
        { packageName: 'com.example.app', fingerprints: 2 },
        { packageName: 'com.example.beta', fingerprints: 1 },
      ],
      pathPatterns,
      olderOpenMore: false,
    },
    { apps: [{ packageName: 'com.example.other', fingerprints: 1 }], pathPatterns: [], olderOpenMore: false },
  ])
})

it.each([
  ['an exclusion of other paths', [{ '/': '/x/*', exclude: true }, { '/': '/a/*' }], ['/a/.*'], false],
  ['an exclusion after the rule', [{ '/': '/a/*' }, { '/': '*', exclude: true }], ['/a/.*'], false],
  ['an exclusion among the paths', [{ '/': '/a/b', exclude: true }, { '/': '/a/*' }], ['/a/.*'], true],
  ['an exclusion by query', [{ '?': { a: 'b' }, exclude: true }, { '/': '/a/*' }], ['/a/.*'], true],
  // A pattern for some of the rules would keep the links of the others in the browser on Android 15 too.
  ['a rule by query', [{ '/': '/a/*' }, { '?': { a: 'b' } }], [], true],
  ['a rule by fragment', [{ '/': '/a/*', '#': 'x' }], [], true],
  ['exclusions only', [{ '/': '/a/*', exclude: true }], [], true],
])('a manifest is derived from Apple’s rules: %s', (_, rules, pathPatterns, olderOpenMore) => {
  expect(manifestsOf(statement('a.b', [one], rules))?.[0]).toMatchObject({ pathPatterns, olderOpenMore })
})

it('the setup of a platform is unknown if its file can’t be read', () => {
  const setup = toAppSetup('a.example', { ios: json('<html>'), android: missing })
  expect(setup).toEqual({ domain: 'a.example', appIds: null, manifests: null })
})

it('a rule matches the same paths when it is written as a manifest’s pattern', () => {
  expect(toPathPattern('/a?*b**/x.y\\z')).toBe('/a..*b.*/x\\\\.y\\\\\\\\z')
  const paths = ['/', '/a', '/ab', '/abb', '/a.b', '/axb', '/b/a', '/a/b/c', '/aab/']
  for (const rule of ['/', '/a*', '/a?', '/a.b', '/?*b', '/*', '/a?b*', '/*?b', '*b', '/a/*/c']) {
    for (const path of paths)
      expect([rule, path, manifestOpens(toPathPattern(rule), path)]).toEqual([
        rule,
        path,
        matchAndroidPattern(rule, path),
      ])
  }
})

it('patterns that match a common path are never reported as separate', () => {
  const parts = ['/', 'a', 'b', '?', '*']
  const patterns = parts.flatMap((first) =>
    parts.flatMap((next) => parts.map((last) => `${first}${next}${last}`)),
  )
  const letters = ['', '/', 'a', 'b']
  const texts = letters.flatMap((first) =>
    letters.flatMap((next) => letters.map((last) => first + next + last)),
  )
  const matched = new Map(
    patterns.map((pattern) => [pattern, texts.filter((text) => matchAndroidPattern(pattern, text))]),
  )
  let separate = 0
  for (const [first, ofFirst] of matched) {
    for (const [second, ofSecond] of matched) {
      if (canOverlap(first, second)) continue
      separate += 1
      expect([first, second, ofFirst.filter((text) => ofSecond.includes(text))]).toEqual([first, second, []])
    }
  }
  expect(separate).toBeGreaterThan(1_000)
})
