import { describe, expect, it } from 'vitest'
import { dataTextIn } from '../../../renderer/link/dataText.ts'

describe('dataTextIn', () => {
  it('gives the app data as it was spelled', () => {
    const data = '{ "id": 12345678901234567890, "price": 1.50 }'
    expect(dataTextIn(`{"link": {"title": "data", "data": ${data}}}`)).toBe(data)
  })

  it.each(['', 'no JSON', '[]', '{}', '{"link": null}', '{"link": {"title": "x"}}'])(
    'gives null for %j',
    (answer) => {
      expect(dataTextIn(answer)).toBeNull()
    },
  )
})
