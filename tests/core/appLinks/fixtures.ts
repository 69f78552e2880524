import type { FindingCode } from '../../../contract/service/appLinks/findingTexts.ts'
import type { AppPlatform } from '../../../contract/service/appLinks/matching/evaluate.ts'

/** What a server returns for a file. */
export interface FileResponse {
  status?: number
  headers?: Record<string, string>
  body?: string | Buffer
  /** Leaves the request unanswered. */
  hangs?: boolean
}

export interface Fixture {
  platform: AppPlatform
  code: FindingCode
  response: FileResponse
  /** Text that the finding quotes. */
  detail?: string
}

const json = { 'Content-Type': 'application/json' }
export const createFile = (value: unknown, headers: Record<string, string> = json): FileResponse => ({
  headers,
  body: typeof value === 'string' || Buffer.isBuffer(value) ? value : JSON.stringify(value),
})

const appId = 'ABCDE12345.com.example.app'
const everything = [{ '/': '*' }]
export const appleFile = (...details: unknown[]) => createFile({ applinks: { details } })
export const goodApple = appleFile({ appIDs: [appId], components: everything })

const relation = ['delegate_permission/common.handle_all_urls']
const fingerprint = Array(32).fill('A1').join(':')
const target = {
  namespace: 'android_app',
  package_name: 'com.example.app',
  sha256_cert_fingerprints: [fingerprint],
}
export const statement = (changes: object = {}, rules?: unknown) => ({
  relation,
  target: { ...target, ...changes },
  ...(rules !== undefined && { relation_extensions: { [relation[0] as string]: rules } }),
})
export const rules = (...list: unknown[]) => ({ dynamic_app_link_components: list })
export const goodAndroid = createFile([statement()])

const ios = (code: FindingCode, response: FileResponse, detail?: string): Fixture => ({
  platform: 'ios',
  code,
  response,
  ...(detail !== undefined && { detail }),
})
const android = (code: FindingCode, response: FileResponse, detail?: string): Fixture => ({
  ...ios(code, response, detail),
  platform: 'android',
})
const appleIds = (...appIDs: unknown[]) => appleFile({ appIDs, components: everything })
const apple = (...components: unknown[]) => appleFile({ appIDs: [appId], components })

/** For the link `https://links.example.com/x/Ab3?n=1`: one file with each error. */
export const fixtures: Fixture[] = [
  ...(['ios', 'android'] as const).flatMap((platform): Fixture[] => [
    {
      platform,
      code: 'redirected',
      response: { status: 301, headers: { Location: '/other' } },
      detail: '/other',
    },
    { platform, code: 'forbidden', response: { status: 401 } },
    { platform, code: 'forbidden', response: { status: 403 } },
    { platform, code: 'not_found', response: { status: 404 } },
    { platform, code: 'service_no_app', response: { status: 404, headers: { 'App-Links': 'no-app' } } },
    {
      platform,
      code: 'service_several_projects',
      response: { status: 404, headers: { 'App-Links': 'several-projects' } },
    },
    {
      platform,
      code: 'service_unknown_host',
      response: { status: 404, headers: { 'App-Links': 'unknown-host' } },
    },
    { platform, code: 'not_found', response: { status: 410 } },
    {
      platform,
      code: 'network_failed',
      response: { status: 200, headers: { 'X-Big': 'x'.repeat(60_000) } },
    },
    { platform, code: 'unexpected_status', response: { status: 503 }, detail: 'status 503' },
    { platform, code: 'unexpected_status', response: { status: 204 }, detail: 'status 204' },
    { platform, code: 'empty', response: createFile(' \n') },
    {
      platform,
      code: 'html',
      response: createFile('<!doctype html><p>Hello', { 'Content-Type': 'text/html' }),
    },
    { platform, code: 'byte_order_mark', response: createFile('\ufeff[]') },
    { platform, code: 'not_json', response: createFile('{"applinks": {,}}') },
    { platform, code: 'too_complex', response: createFile('['.repeat(200) + ']'.repeat(200)) },
  ]),
  ios('apple_too_large', createFile(`${' '.repeat(128 * 1_024)}{}`)),
  android('android_too_large', createFile(`${' '.repeat(128 * 1_024)}[]`)),
  android('android_type', createFile([statement()], {}), 'none'),
  android('android_type', createFile([statement()], { 'Content-Type': 'text/plain' }), 'text/plain'),

  ios('apple_shape', createFile([])),
  ios('apple_shape', createFile({ webcredentials: {} }), 'applinks: Must be an object: { … }.'),
  ios('apple_shape', createFile({ applinks: [] })),
  ios('apple_shape', createFile({ applinks: { apps: [] } })),
  ios('apple_shape', createFile({ applinks: { details: {} } })),
  ios('apple_shape', appleFile()),
  ios('apple_shape', appleFile(appId), 'applinks.details[0]: Must be an object: { … }.'),
  ios('apple_shape', appleFile({ components: everything }), 'details[0] has no appIDs'),
  ios('apple_app_id', appleIds(7), '7'),
  ios('apple_app_id', appleIds('ABCDE12345'), 'ABCDE12345'),
  ios('apple_app_id', appleIds('com.example.app'), 'com.example.app'),
  ios('apple_app_id', appleIds('abcde12345.com.example.app')),
  ios('apple_app_id', appleIds('ABCDE12345.*')),
  ios('apple_app_id', appleIds('ABCDE12345.com.example_app')),
  ios('apple_shape', appleFile({ appIDs: [appId] })),
  ios('apple_shape', appleFile({ appIDs: [appId], components: { '/': '*' } })),
  ios(
    'apple_shape',
    apple({ '/': '/a' }, '*'),
    'applinks.details[0].components[1]: Must be an object: { … }.',
  ),
  ios('apple_shape', apple({ '/': 1 })),
  ios('apple_shape', apple({ '?': { n: 1 } })),
  ios('apple_shape', apple({ '/': '/x*', exclude: 'true' })),
  ios('apple_shape', appleFile({ appID: appId, paths: '*' })),
  ios('apple_excluded', apple({ '/': '/x/*', exclude: true }, { '/': '*' }), '{"/":"/x/*","exclude":true}'),
  ios('apple_not_listed', apple({ '/': '/shop/*' }, { '/': '/X/*' })),
  ios('apple_undecided', apple({ '/': '/$(lang)/*' }), '{"/":"/$(lang)/*"}'),

  android('android_shape', createFile(statement())),
  android('android_shape', createFile([])),
  android('android_shape', createFile(['app']), '[0]: Must be an object: { … }.'),
  android(
    'android_shape',
    createFile([{ ...statement(), relation: relation[0] }]),
    '[0].relation: Must be a list: [ … ].',
  ),
  android(
    'android_no_handle_all_urls',
    createFile([{ ...statement(), relation: ['delegate_permission/common.get_login_creds'] }]),
  ),
  android(
    'android_include',
    createFile([{ include: 'https://example.org/s.json' }]),
    'https://example.org/s.json',
  ),
  android('android_shape', createFile([{ relation }])),
  android('android_shape', createFile([statement({ namespace: 'web', site: 'https://example.com' })])),
  android(
    'android_shape',
    createFile([statement({ namespace: 'android' })]),
    '[0].target.namespace: Must be "android_app".',
  ),
  android('android_package', createFile([statement({ package_name: '' })])),
  android('android_package', createFile([statement({ package_name: 'com-example' })]), 'com-example'),
  android('android_shape', createFile([statement({ sha256_cert_fingerprints: fingerprint })])),
  android('android_shape', createFile([statement({ sha256_cert_fingerprints: [] })])),
  ...[
    Array(20).fill('A1').join(':'),
    'A1'.repeat(32),
    fingerprint.toLowerCase(),
    `SHA256:${fingerprint}`,
  ].map((one) =>
    android('android_fingerprint', createFile([statement({ sha256_cert_fingerprints: [one] })]), one),
  ),
  android(
    'android_excluded',
    createFile([statement({}, rules({ '/': '/x/*', exclude: true }, { '/': '*' }))]),
  ),
  android('android_not_listed', createFile([statement({}, rules({ '/': '/shop/*' }))])),
]
