import { expect, it } from 'vitest'
import { regionDelimiter } from '../../../renderer/session/csvDelimiter.ts'

it('spreadsheets use semicolons where decimals have a comma', () => {
  expect(['de-DE', 'fr-FR', 'pt-BR', 'sv-SE'].map(regionDelimiter)).toEqual([';', ';', ';', ';'])
  expect(['en-US', 'en-GB', 'de-CH', 'ja-JP'].map(regionDelimiter)).toEqual([',', ',', ',', ','])
})
