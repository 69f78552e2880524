/** Replaces `light-my-request`, 60 KB: the packed app's servers receive requests only over sockets. */
export default function inject(): never {
  throw new Error('inject() is not available in the packed app.')
}
