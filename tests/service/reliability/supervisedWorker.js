/**
 * Plays a worker: asks for its settings, serves when the test tells it to, says that it is alive until it is to hang, and ends
 * when another one has taken its place.
 */
let hangs = false
process.on('message', ({ type }) => {
  if (type === 'go') process.send({ type: 'serving', announcement: 'It serves.' })
  if (type === 'hang') hangs = true
  if (type === 'report_alive' && !hangs) process.send({ type: 'alive' })
  if (type === 'retire') process.exit(0)
})
process.send({ type: 'settings_wanted' })
