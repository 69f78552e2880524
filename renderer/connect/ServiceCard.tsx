import { Server } from 'lucide-react'
import type { KeyStoreState } from '../../contract/keyStore.ts'
import { ServiceForm } from './ServiceForm.tsx'
import styles from './connect.module.css'

/** The other way to begin: a service that is there already. */
export function ServiceCard({ keyStore, done }: { keyStore: KeyStoreState; done: () => void }) {
  return (
    <section className={styles['card']} aria-labelledby="connect-heading">
      <div className={styles['cardHead']}>
        <span className={styles['cardIcon']}>
          <Server size={18} aria-hidden />
        </span>
        <h2 id="connect-heading">Connect to a service</h2>
      </div>
      <p>You need its address and a project key. Whoever runs the service has both.</p>
      <ServiceForm keyStore={keyStore} profile={null} saveLabel="Connect" done={done} />
    </section>
  )
}
