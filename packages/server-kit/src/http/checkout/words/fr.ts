// French texts of the checkout pages.
import type { Words } from "./en.js";

export const fr: Words = {
  languageName: "Français",
  title_suffix: "Paiement",
  skip_to_content: "Aller au paiement",
  test_mode: "Mode test",
  test_mode_note: "Ceci est un paiement de test. Aucune somme n’est débitée.",
  amount: "Montant",
  order: "Commande",
  reference: "Référence",
  language: "Langue",
  powered_by: "Page de paiement par {name}",
  print: "Imprimer",
  connection_encrypted: "Connexion chiffrée avec {host}",
  connection_open: "Non chiffrée : pour les tests seulement",
  about_heading: "À propos de cette page",
  about_operator: "{shop} encaisse votre paiement sur cette page, exploitée par {operator}.",
  about_data:
    "Seules les données nécessaires à ce paiement sont enregistrées : la commande, le montant, ainsi que votre nom et votre adresse e-mail si {shop} les a transmis. Les coordonnées bancaires que vous saisissez sont conservées chiffrées. Aucun suivi n’est effectué.",
  about_shop: "Contact et confidentialité de la boutique : {link}",
  pay_by: "À payer avant le",
  items: "Votre commande",

  status_pending: "En attente de paiement",
  status_scanning: "En attente de la lecture du code",
  status_transferring: "Paiement en cours",
  status_confirming: "Confirmation en cours",
  status_completed: "Payé",
  status_failed: "Non payé",

  choose_heading: "Comment souhaitez-vous payer ?",
  choose_legend: "Moyen de paiement",
  choose_continue: "Continuer",
  choose_required: "Choisissez comment vous souhaitez payer.",
  choose_other: "Choisir un autre moyen de paiement",
  choose_none: "Ce paiement n’est pas possible en ligne pour le moment. Veuillez contacter {shop}.",
  method_qr_pay: "Payer par code QR",
  method_qr_pay_hint: "Scannez-le avec votre application bancaire ; tout est déjà rempli.",
  method_qr_pay_time: "Reçu en quelques secondes, un jour ouvré au plus",
  method_open_bank_transfer: "Payer avec votre banque",
  method_open_bank_transfer_hint: "Connectez-vous à votre banque et validez le paiement.",
  method_open_bank_transfer_time: "En général confirmé en quelques secondes",
  method_card_processing: "Carte",
  method_card_processing_hint: "Vous saisirez les données de votre carte à la page suivante.",
  method_card_processing_time: "En général confirmé en quelques secondes",
  method_bank_transfer: "Virement bancaire",
  method_bank_transfer_hint: "Copiez les coordonnées dans votre banque en ligne.",
  method_bank_transfer_time: "Reçu sous un jour ouvré, en quelques secondes pour un virement instantané",
  notice_rejected:
    "Le paiement a été refusé et rien n’a été débité. Vous pouvez réessayer ou choisir un autre moyen de paiement.",
  notice_cancelled:
    "Le paiement n’a pas été terminé et rien n’a été débité. Vous pouvez réessayer ou choisir un autre moyen de paiement.",
  notice_rejected_maybe_paid:
    "Le paiement a été refusé. Si vous avez déjà payé d’une autre manière, ne payez pas une deuxième fois. Sinon, réessayez ou choisissez un autre moyen de paiement.",
  notice_cancelled_maybe_paid:
    "Le paiement n’a pas été terminé. Si vous avez déjà payé d’une autre manière, ne payez pas une deuxième fois. Sinon, réessayez ou choisissez un autre moyen de paiement.",
  notice_session_ended: "Le délai de validation est dépassé et aucun paiement n’a été constaté. Vous pouvez réessayer.",
  notice_session_expired: "Le délai de validation est dépassé et rien n’a été débité. Vous pouvez réessayer.",
  notice_provider_unavailable:
    "Votre banque est injoignable pour le moment. Réessayez dans un instant ou choisissez un autre moyen de paiement.",
  notice_card_page_unavailable:
    "Le paiement par carte est indisponible pour le moment. Réessayez dans un instant ou choisissez un autre moyen de paiement.",
  notice_method_unavailable:
    "Ce moyen de paiement n’est pas disponible pour ce paiement. Veuillez en choisir un autre.",

  qr_heading: "Scannez pour payer",
  qr_lead:
    "Ouvrez votre application bancaire, scannez le code et vérifiez le montant et le bénéficiaire avant de confirmer.",
  qr_same_device:
    "Vous payez sur cet appareil ? Copiez les coordonnées dans votre application bancaire, ou enregistrez le code et ouvrez-le dans celle-ci.",
  qr_label: "Code QR pour un virement de {amount} à {name}, IBAN {iban}, référence {reference}",
  qr_save: "Enregistrer le code",
  qr_share: "Partager le code",
  qr_show: "Afficher le code QR",
  qr_as_text: "Afficher le code sous forme de texte",
  transfer_heading: "Effectuez le virement",
  transfer_lead:
    "Saisissez ces coordonnées telles quelles dans votre banque en ligne. La référence permet à {shop} d’identifier votre paiement.",
  details_heading: "Coordonnées du virement",
  account_holder: "Bénéficiaire",
  iban: "IBAN",
  bic: "BIC",
  bank: "Banque",
  copy: "Copier",
  copy_what: "Copier : {what}",
  copied: "Copié",
  have_paid: "J’ai effectué le virement",
  waiting_heading: "Nous attendons votre virement",
  claimed_at: "Vous avez indiqué le {time} avoir effectué le virement. Vous n’avez rien d’autre à faire.",
  claimed_notice:
    "Vous avez indiqué le {time} avoir effectué le virement. Ne payez à nouveau que si ce n’est pas le cas.",
  waiting_lead:
    "Un virement instantané arrive en quelques secondes, un virement classique sous un jour ouvré. {shop} sera informé dès la réception de l’argent ; vous pouvez fermer cette page.",
  show_details: "Afficher à nouveau les coordonnées",

  account_heading: "Votre compte bancaire",
  account_lead: "Ces informations nous permettent de vous rediriger vers votre banque. Vous y validerez le paiement.",
  account_name: "Titulaire du compte",
  account_iban: "IBAN",
  account_iban_hint: "Par exemple DE89 3704 0044 0532 0130 00",
  account_country: "Pays de votre banque",
  account_country_choose: "Choisir un pays",
  account_continue: "Continuer vers votre banque",
  account_privacy:
    "Vos informations sont transmises uniquement au service de paiement de votre banque et conservées chiffrées.",
  error_heading: "Veuillez vérifier votre saisie",
  error_name: "Saisissez le nom du titulaire du compte, 70 caractères au plus.",
  error_iban: "Cet IBAN n’est pas valide. Vérifiez chaque caractère.",
  error_account_refused:
    "Votre banque n’a pas accepté ce compte. Saisissez-en un autre ou choisissez un autre moyen de paiement.",
  error_country: "Choisissez le pays de votre banque.",

  handover_heading: "Nous vous redirigeons vers votre banque",
  handover_card_heading: "Nous vous redirigeons vers la page de paiement par carte",
  handover_lead: "Si rien ne se passe, utilisez le bouton.",
  handover_continue: "Continuer",
  at_bank_heading: "Terminez le paiement auprès de votre banque",
  at_card_heading: "Terminez le paiement par carte",
  at_provider_lead: "Votre paiement y est en cours. Cette page se met à jour automatiquement dès qu’il est terminé.",
  at_bank_continue: "Continuer vers votre banque",
  at_card_continue: "Continuer vers le paiement par carte",
  back_note: "Seulement si vous n’avez pas encore validé le paiement.",

  confirming_heading: "Nous confirmons votre paiement",
  confirming_lead:
    "Cela prend en général quelques secondes. Vous pouvez fermer cette page : {shop} sera informé dès que le résultat est connu.",
  unresolved_lead:
    "Votre banque n’a pas encore donné de réponse définitive. Ne payez pas une seconde fois : {shop} sera informé dès que le résultat est connu.",
  unresolved_card_lead:
    "Votre paiement par carte n’a pas encore reçu de réponse définitive. Ne payez pas une seconde fois : {shop} sera informé dès que le résultat est connu.",
  partial_heading: "Une partie du montant a été reçue",
  partial_lead: "Montant reçu jusqu’à présent : {received} sur {amount}. Pour le solde, veuillez contacter {shop}.",
  returned_heading: "La banque a renvoyé votre paiement",
  returned_lead: "L’argent vous a été renvoyé. Veuillez contacter {shop} avant de payer à nouveau.",
  not_finished: "Vous n’avez pas terminé auprès de votre banque ?",
  not_finished_card: "Vous n’avez pas terminé le paiement par carte ?",

  paid_heading: "Paiement effectué",
  paid_lead: "Vous avez payé {amount} à {shop}.",
  paid_at: "Payé le",
  paid_with: "Moyen de paiement",
  paid_to: "Payé à",
  receipt_number: "Numéro de reçu",
  with_qr_pay: "Virement par code QR",
  with_open_bank_transfer: "Paiement bancaire en ligne",
  with_card_processing: "Carte",
  with_bank_transfer: "Virement bancaire",
  declined_heading: "Échec du paiement",
  declined_lead:
    "Le paiement a été refusé et ne peut pas être renouvelé ici. Retournez chez {shop} pour commander à nouveau ou payer autrement.",
  cancelled_heading: "Paiement annulé",
  cancelled_lead: "Rien n’a été débité. Vous pouvez recommencer chez {shop}.",
  expired_heading: "Lien de paiement expiré",
  expired_lead:
    "Ce paiement est resté ouvert trop longtemps. N’effectuez plus de virement pour ce paiement. Vous pouvez recommencer chez {shop}.",
  cancelled_transfer_lead:
    "N’effectuez plus de virement pour ce paiement. Si vous avez déjà payé, veuillez contacter {shop}.",
  ended_claimed_lead:
    "Vous avez indiqué le {time} avoir effectué le virement. Si c’est le cas, veuillez contacter {shop} avant de payer à nouveau.",
  back_to_shop: "Retour à {shop}",
  close_page: "Vous pouvez fermer cette page.",

  cancel_link: "Annuler le paiement",
  cancel_heading: "Annuler ce paiement ?",
  cancel_lead: "Le paiement sera définitivement annulé. Si vous avez déjà effectué un virement, n’annulez pas.",
  cancel_confirm: "Oui, annuler le paiement",
  cancel_keep: "Non, continuer à payer",

  unknown_heading: "Paiement introuvable",
  unknown_lead: "Vérifiez que vous avez ouvert le lien entier, ou retournez à la boutique et recommencez.",
  error_page_heading: "Une erreur est survenue",
  error_page_lead: "Revenez en arrière et réessayez. Si vous avez déjà payé, ne payez pas une deuxième fois.",
  error_number: "Identifiant de la requête",
  busy_heading: "Veuillez réessayer dans un instant",
  busy_lead:
    "La page sera de nouveau disponible dans un instant. Si vous avez déjà payé, ne payez pas une deuxième fois.",
  try_again: "Réessayer",
  nothing_heading: "Cette page n’existe pas",
  nothing_lead: "Vérifiez l’adresse, ou retournez à la boutique et ouvrez le paiement depuis celle-ci.",

  simulate_heading: "Mode test : simuler la banque",
  simulate_lead: "Que doit-il arriver à ce paiement ? Aucune somme n’est débitée.",
  simulate_full: "Le montant total est reçu",
  simulate_partial: "Une partie est reçue",
  simulate_reject: "La banque refuse",
};
