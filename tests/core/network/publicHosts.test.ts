import { describe, expect, it } from 'vitest'
import { filterAddresses, hostReach } from '../../../core/network/publicHosts.ts'

const unusableHosts =
  `0.0.0.0 0 169.254.169.254 192.0.0.8 198.19.0.1 224.0.0.1 255.255.255.255 [::] [::127.0.0.1] [64:ff9b:1::1] [fe80::1]
  [fec0::1] [2002:a00:1::] [2001:0:a00:1::] [2001:db8::1] [ff02::1]`.split(/\s+/)
const ownHosts =
  `127.1 2130706433 0x7f.0.0.1 10.0.0.1 100.64.0.1 172.31.255.255 192.168.1.7 [::1] [::ffff:10.0.0.1] [::ffff:7f00:1]
  [64:ff9b::10.0.0.1] [fd00::1] localhost intranet printer.local a.lan fritz.home router.home.arpa db.internal a.test printer.local. x.localdomain`.split(
    /\s+/,
  )
const publicHosts =
  `links.example.com example.de. 8.8.8.8 100.63.255.255 172.32.0.1 192.169.0.1 [2606:4700::1111] [::ffff:8.8.8.8]
  [64:ff9b::8.8.8.8] localhost.example.com lan.de`.split(/\s+/)

describe('where a host is', () => {
  const reachOf = (host: string) => hostReach(new URL(`https://${host}/`))

  it.each(unusableHosts)('no server has %s', (host) => expect(reachOf(host)).toBeNull())
  it.each(ownHosts)('%s is in the own network', (host) => expect(reachOf(host)).toBe('own_network'))
  it.each(publicHosts)('%s is public', (host) => expect(reachOf(host)).toBe('public'))
})

describe('a name is resolved to reachable addresses', () => {
  type Found = { address: string; family: number }[]
  const resolve = (found: Found, all = true, reach: 'public' | 'own_network' = 'public') =>
    new Promise<unknown[]>((settle) =>
      filterAddresses((_host, _options, done) => done(null, found), reach)(
        'links.example.com',
        { all },
        (...results) => settle(results),
      ),
    )

  it('the connection gets only the public ones', async () => {
    const found = [
      { address: '10.0.0.1', family: 4 },
      { address: '8.8.8.8', family: 4 },
      { address: '::1', family: 6 },
    ]
    expect(await resolve(found)).toEqual([null, [{ address: '8.8.8.8', family: 4 }]])
    expect(await resolve(found, false)).toEqual([null, '8.8.8.8', 4])
  })

  it('a name of the own network also gets addresses in it, but none that no server has', async () => {
    const found = ['0.0.0.0', '169.254.169.254', '224.0.0.1', '192.168.1.7', '8.8.8.8'].map((address) => ({
      address,
      family: 4,
    }))
    expect(await resolve(found, true, 'own_network')).toEqual([null, found.slice(3)])
  })

  it('a name with only local ones is refused with the address', async () => {
    const [error] = await resolve([{ address: '169.254.169.254', family: 4 }])
    expect(error).toMatchObject({
      name: 'LocalAddress',
      message: 'links.example.com leads to 169.254.169.254, which isn’t public.',
    })
    const [embedded] = await resolve([{ address: '::ffff:10.0.0.1', family: 6 }])
    expect(embedded).toMatchObject({ name: 'LocalAddress' })
  })
})
