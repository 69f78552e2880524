import { readFileSync } from 'node:fs'
import { BroadcastChannel, isMainThread } from 'node:worker_threads'

/**
 * Preloaded in a process and its threads. At SIGUSR2, every thread waits in a system call until something is written
 * to the named pipe `STUCK_THREADS_PIPE`, as for a network drive that is gone.
 */
const channel = new BroadcastChannel('stuck threads')
if (isMainThread) process.on('SIGUSR2', () => channel.postMessage('wait'))
else channel.onmessage = () => void readFileSync(process.env['STUCK_THREADS_PIPE'] ?? '')
channel.unref()
