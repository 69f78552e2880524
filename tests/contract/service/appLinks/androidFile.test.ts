import { expect, it } from 'vitest'
import { parseAndroidFile } from '../../../../contract/service/appLinks/androidFile.ts'

const relation = 'delegate_permission/common.handle_all_urls'
const createFile = (rule: string, more = '') => {
  const target = {
    namespace: 'android_app',
    package_name: 'com.example.app',
    sha256_cert_fingerprints: [Array(32).fill('AA').join(':')],
  }
  const rules = `{"${relation}":{"dynamic_app_link_components":[${rule}]}}`
  return `[{"relation":["${relation}"],"target":${JSON.stringify(target)},"relation_extensions":${rules}${more}}]`
}

it.each([
  ['a pattern that is null', createFile('{"/":null,"#":"a","?":null}')],
  ['a number beyond the range in a member that isn’t read', createFile('{"#":"a"}', ',"n":1e400')],
])('a file for Android is read with %s', (_what, text) => {
  expect(parseAndroidFile(text)).toMatchObject({
    ok: true,
    file: { statements: [{ rules: [{ path: null, fragment: 'a' }] }], warnings: [] },
  })
})
