import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { clientAddress } from '../../../service/http/clientAddress.ts'

function requestFrom(remoteAddress: string, forwarded?: string): IncomingMessage {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress })
  const request = new IncomingMessage(socket)
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded
  return request
}

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:DB8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:ffff::5', '2001:db8:0:0::/64'],
  ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
  ['1:2::4:5:6:7:8', '1:2:0:4::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('the client address of %s is %s', (address, expected) => {
  expect(clientAddress(requestFrom(address, '198.51.100.9'), false)).toBe(expected)
})

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['invented, 203.0.113.5 , 192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:50123', '192.0.2.1'],
  ['[2001:db8::1]:443', '2001:db8:0:0::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['unknown', '127.0.0.1'],
  ['192.0.2.1, ', '127.0.0.1'],
  [undefined, '127.0.0.1'],
])('the client address behind a proxy that reports %s is %s', (forwarded, expected) => {
  expect(clientAddress(requestFrom('127.0.0.1', forwarded), true)).toBe(expected)
})
