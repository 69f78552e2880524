import { expect, test } from 'vitest'
import { findOwner } from '../../loopback/connectedUser.ts'

const tcp = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1248 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 11 1 0 100 0 0 10 0
   1: 0100007F:1248 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 12 1 0 20 4 0 10 -1
   2: 0100007F:C350 0100007F:1248 01 00000000:00000000 00:00000000 00000000  1001        0 13 1 0 20 4 0 10 -1
   3: 0200007F:C351 0100007F:1248 01 00000000:00000000 00:00000000 00000000  1002        0 14 1 0 20 4 0 10 -1
`
const tcp6 = `  sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0000000000000000FFFF00000100007F:C352 0000000000000000FFFF00000100007F:1248 01 00000000:00000000 00:00000000 00000000  1003        0 15 1 0 20 4 0 10 -1
`

test.each([
  ['of the client’s end, not of the server’s', 0xc350, 1001],
  ['of a client that connects over IPv6, as Firefox does', 0xc352, 1003],
  ['of no socket with another address', 0xc351, null],
  ['of no socket that is not listed', 0xc353, null],
])('the owner of a connection is that %s', (_which, from, owner) => {
  expect(findOwner(tcp + tcp6, { from, to: 0x1248 })).toBe(owner)
})
