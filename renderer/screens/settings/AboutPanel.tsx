import { FieldList } from '../../ui/FieldList.tsx'
import { SupportBundle } from '../../features/support/SupportBundle.tsx'
import { useSession } from '../../session/Session.tsx'
import styles from './settings.module.css'

/** Which version this is, and what to send along with a question. */
export function AboutPanel() {
  const { state } = useSession()
  return (
    <>
      <FieldList
        rows={[
          { name: 'Linkwright', value: `Version ${state.version}` },
          { name: 'Network', value: 'Connects only to the services in your profiles' },
          {
            name: 'Licences',
            value: (
              <a href="licenses.md" target="_blank" rel="noopener noreferrer">
                Open-source licences
              </a>
            ),
          },
        ]}
      />
      <section className={styles['part']} aria-labelledby="support-heading">
        <h3 id="support-heading">Support</h3>
        <p className={styles['lead']}>
          A support bundle is a text file with versions, settings and your list of requests. It has no keys,
          notes or link content in it. Have a look before you send it.
        </p>
        <div>
          <SupportBundle />
        </div>
      </section>
    </>
  )
}
