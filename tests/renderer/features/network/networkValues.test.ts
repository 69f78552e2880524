import { describe, expect, it } from 'vitest'
import type { NetworkSettings } from '../../../../contract/app/calls/profiles/network.ts'
import { proxyUrlRequired } from '../../../../contract/app/profile/proxy.ts'
import {
  networkErrors,
  toNetworkSettings,
  toNetworkValues,
} from '../../../../renderer/features/network/networkValues.ts'

const settings: NetworkSettings = {
  proxy: 'manual',
  proxyUrl: 'http://proxy.example.com:3128',
  noProxy: '.local',
  connectSeconds: 10,
  idleSeconds: 30,
  totalSeconds: 60,
}

describe('the fields of the network settings', () => {
  it('network settings survive the conversion to fields and back', () => {
    expect(toNetworkSettings(toNetworkValues(settings))).toEqual(settings)
    const none = { ...settings, proxyUrl: null }
    expect(toNetworkSettings(toNetworkValues(none))).toEqual(none)
  })

  it('network settings report every error at its field', () => {
    const values = {
      ...toNetworkValues(settings),
      proxyUrl: 'proxy',
      connectSeconds: 1.5,
      totalSeconds: 9999,
    }
    expect(networkErrors(values)).toEqual({
      proxyUrl: proxyUrlRequired,
      connectSeconds: 'Must be a whole number.',
      totalSeconds: 'Must be at most 600 seconds.',
    })
  })

  it('network settings report a list of exceptions that can’t be read', () => {
    const values = { ...toNetworkValues(settings), noProxy: '10.*, 10.0.0.0/99' }
    expect(networkErrors(values).noProxy).toContain('10.0.0.0/99')
    expect(networkErrors({ ...values, proxy: 'none' })).toEqual({})
  })

  it('network settings require a proxy address only for a custom proxy', () => {
    expect(networkErrors({ ...toNetworkValues(settings), proxy: 'system', proxyUrl: '' })).toEqual({})
  })
})
