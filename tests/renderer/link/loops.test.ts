import { describe, expect, it } from 'vitest'
import { blankForm } from '../../../renderer/link/form.ts'
import { findLoops } from '../../../renderer/link/loops.ts'

describe('findLoops', () => {
  it('findLoops finds addresses on the link domain by host and port', () => {
    const form = {
      ...blankForm,
      iosTarget: 'own' as const,
      androidTarget: 'own' as const,
      iosUrl: 'https://GO.example.com/abc',
      androidUrl: 'https://go.example.com:8443/abc',
      desktopUrl: 'myshop://go.example.com/',
    }
    expect(Object.keys(findLoops(form, ['go.example.com']))).toEqual(['ios_custom_redirect.url'])
    expect(findLoops(form, [])).toEqual({})
  })
})
