import { Worker } from 'node:worker_threads'
import { scenario } from './scenario.ts'

const waiting: (() => void)[] = []
let held = scenario.threads === 'held'

/** Holds back the messages from the app to its threads. */
export function holdThreads(): void {
  if (!held) return
  const post = Object.getOwnPropertyDescriptor(Worker.prototype, 'postMessage')
    ?.value as Worker['postMessage']
  Worker.prototype.postMessage = function (...message: Parameters<typeof post>) {
    const tell = () => post.apply(this, message)
    if (held) waiting.push(tell)
    else tell()
  }
}

/** Delivers the held messages, and all later ones immediately. */
export function releaseThreads(): void {
  held = false
  for (const tell of waiting.splice(0)) tell()
}
