import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { matchAndroidPattern } from '../../../../contract/service/appLinks/matching/androidMatch.ts'
import { toAppSetup } from '../../../../contract/app/appLinks/appSetup.ts'
import type { FetchedFile } from '../../../../contract/service/appLinks/matching/evaluate.ts'
import { toPathPattern } from '../../../../contract/app/appLinks/pathPattern.ts'
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
        hasRules: true,
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
      hasRules: true,
    },
    { apps: [{ packageName: 'com.example.other', fingerprints: 1 }], pathPatterns: [], hasRules: false },
  ])
})

it.each([
  ['an exclusion of other paths', [{ '/': '/x/*', exclude: true }, { '/': '/a/*' }], ['/a/.*']],
  ['an exclusion after the rule', [{ '/': '/a/*' }, { '/': '*', exclude: true }], ['/a/.*']],
  ['an exclusion among the paths', [{ '/': '/a/b', exclude: true }, { '/': '/a/*' }], ['/a/.*']],
  ['an exclusion by query', [{ '?': { a: 'b' }, exclude: true }, { '/': '/a/*' }], ['/a/.*']],
  // A pattern for some of the rules would keep the links of the others in the browser on Android 15 too.
  ['a rule by query', [{ '/': '/a/*' }, { '?': { a: 'b' } }], []],
  ['a rule by fragment', [{ '/': '/a/*', '#': 'x' }], []],
  ['exclusions only', [{ '/': '/a/*', exclude: true }], []],
])('a manifest is derived from Apple’s rules: %s', (_, rules, pathPatterns) => {
  expect(manifestsOf(statement('a.b', [one], rules))?.[0]).toMatchObject({ pathPatterns, hasRules: true })
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
