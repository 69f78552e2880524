import { describe, expect, it } from 'vitest'
import { blankForm } from '../../../../renderer/link/form.ts'
import type { FormValues, PartialForm } from '../../../../renderer/link/form.ts'
import { phoneSentence } from '../../../../renderer/features/linkForm/phoneSentence.ts'

const everyone: FormValues = { ...blankForm, desktopUrl: 'https://shop.example.com/' }
const own: FormValues = { ...everyone, iosTarget: 'own', iosUrl: 'https://apps.example.com/' }
const serviceDefault: FormValues = { ...everyone, iosTarget: 'default' }

describe('phoneSentence', () => {
  it.each<[PartialForm, 'ours' | 'unknown', string]>([
    [blankForm, 'ours', 'Sees a page with the title and subtitle, without opening the app.'],
    [blankForm, 'unknown', 'Goes wherever the service sends it, which Linkwright can’t see.'],
    [
      everyone,
      'ours',
      'Asks to open the app (not checked yet). Otherwise: goes to the address for everyone.',
    ],
    [{ ...everyone, iosOpenApp: false }, 'ours', 'Goes to the address for everyone.'],
    [own, 'unknown', 'Asks to open the app (not checked yet). Otherwise: goes to its own address.'],
    [
      { ...own, previewIos: 'on' },
      'ours',
      'Asks to open the app (not checked yet). Otherwise: sees the preview page, then goes to its own address.',
    ],
    [serviceDefault, 'ours', 'Goes to the address for everyone, without opening the app.'],
    [{ ...own, iosUrl: '' }, 'ours', 'Goes to the address for everyone, without opening the app.'],
  ])('phoneSentence describes %o at a service whose defaults are %s', (form, defaults, sentence) => {
    expect(phoneSentence({ ...blankForm, ...form }, 'ios', { defaults, hasApp: true })).toBe(sentence)
  })

  it('phoneSentence does not mention an app if the project has none', () => {
    const project = { defaults: 'ours', hasApp: false } as const
    expect(phoneSentence(own, 'ios', project)).toBe('Goes to its own address.')
    expect(phoneSentence({ ...blankForm, ...serviceDefault }, 'ios', project)).toBe(
      'Goes to the address for everyone.',
    )
  })

  it('phoneSentence distinguishes the phones', () => {
    expect(phoneSentence(own, 'android', { defaults: 'ours', hasApp: true })).toContain(
      'the address for everyone',
    )
  })
})
