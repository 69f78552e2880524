import { expect, test } from 'vitest'
import { downloadHelp } from '../../../scripts/package/downloadHelp.ts'

test('the help after a failed download names the tool when Electron itself was there', () => {
  const output = '  • building        target=rpm arch=x64\n  ⨯ getaddrinfo ENOTFOUND github.com'
  expect(downloadHelp(output)).toContain('a tool that makes the rpm could not be downloaded')
})

test('the help after a failed download says nothing about downloads when something else failed', () => {
  expect(downloadHelp('⨯ Invalid configuration object. electron-builder has been initialized…')).toBeNull()
})
