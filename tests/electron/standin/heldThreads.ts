import { Worker } from 'node:worker_threads'
import { scenario } from './scenario.ts'

const heldMessages: (() => void)[] = []
let isHolding = scenario.threads === 'held'

/** Holds back the messages from the app to its threads. */
export function holdThreads(): void {
  if (!isHolding) return
  const post = Object.getOwnPropertyDescriptor(Worker.prototype, 'postMessage')
    ?.value as Worker['postMessage']
  Worker.prototype.postMessage = function (...message: Parameters<typeof post>) {
    const deliver = () => post.apply(this, message)
    if (isHolding) heldMessages.push(deliver)
    else deliver()
  }
}

/** Delivers the held messages, and all later ones immediately. */
export function releaseThreads(): void {
  isHolding = false
  for (const deliver of heldMessages.splice(0)) deliver()
}
