/** The choice is a wish. Only the server decides. */
addEventListener('mandate-vault', async ({ detail }) => {
  const answer = await fetch(`/claims/${detail.vault}`, { method: 'POST' });
  document.getElementById('said').textContent = await answer.text();
});
