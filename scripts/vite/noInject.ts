/** In the place of `light-my-request`, 60 KB: nobody asks the servers of the packed app but over a socket. */
export default function inject(): never {
  throw new Error('There is no inject() in the packed app.')
}
