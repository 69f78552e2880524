/** Plays a worker: asks for its settings, serves when the test tells it to, and ends when another one has taken its place. */
process.on('message', ({ type }) => {
  if (type === 'go') process.send({ type: 'serving', announcement: 'It serves.' })
  if (type === 'retire') process.exit(0)
})
process.send({ type: 'settings_wanted' })
