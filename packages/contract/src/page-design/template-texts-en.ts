import type { TemplateTexts } from "./template-texts.ts";

export const templateTextsEn = {
  camp: {
    hero: {
      title: "Summer camp is open",
      subtitle: "Five days of making, exploring and new friends, in small groups.",
      button: "Save a place",
    },
    points: {
      title: "What your child will do",
      body: "- **Small groups** of no more than eight\n- **A new theme every day**: science, art, sports, cooking, outdoors\n- **Tutors all day**, with lunch and snacks",
    },
    offer: { title: "Early bird", detail: "Sign up with a friend, and each of you saves 10%.", button: "Ask about it" },
    timetable: {
      title: "A day at camp",
      rows: [
        ["Morning", "9:00 – 12:00", "Theme of the day"],
        ["Noon", "12:00 – 13:30", "Lunch and rest"],
        ["Afternoon", "13:30 – 16:30", "Outdoors and crafts"],
      ],
    },
    questions: {
      title: "Questions",
      items: [
        ["What ages is it for?", "5 to 12, in groups by age."],
        ["What should we bring?", "A bottle, spare clothes and sports shoes. We provide the rest."],
      ],
    },
    form: {
      title: "Save a place",
      detail: "Leave your details and we will reply within one working day.",
      button: "Send",
    },
  },
  trial: {
    hero: { title: "A free trial lesson", subtitle: "Try one lesson, then decide.", button: "Book a trial" },
    points: {
      title: "How it works",
      body: "- We find out what your child knows and enjoys\n- A real lesson with a tutor\n- Advice on what to learn next",
    },
    offer: {
      title: "Join after the trial",
      detail: "10% off the first month if you join on the same day.",
      button: "Ask about courses",
    },
    timetable: {
      title: "Times",
      rows: [
        ["Wednesday", "16:00 – 17:00", "Beginners"],
        ["Saturday", "10:00 – 11:00", "Beginners"],
        ["Saturday", "11:15 – 12:15", "Advanced"],
      ],
    },
    questions: {
      title: "Questions",
      items: [
        ["Does it cost anything?", "No, and there is no deposit."],
        ["Can we change the time?", "Yes, up to the day before."],
      ],
    },
    form: { title: "Book a trial", detail: "Choose a time and we will call to confirm.", button: "Book" },
  },
  language: {
    hero: {
      title: "Learn by speaking",
      subtitle: "Small conversation classes where everyone talks.",
      button: "Ask about courses",
    },
    points: {
      title: "How we teach",
      body: "- **An assessment** before you join a class\n- **No more than six** in a class, with corrections for everyone\n- **A short test every eight weeks**, so you can see your progress",
    },
    offer: {
      title: "For new students",
      detail: "A one-to-one conversation lesson comes with your first course.",
      button: "Ask about it",
    },
    timetable: {
      title: "Class times",
      rows: [
        ["Weekdays", "18:30 – 20:00", "Adults"],
        ["Saturday", "10:00 – 11:30", "Children"],
        ["Sunday", "14:00 – 15:30", "Exam preparation"],
      ],
    },
    questions: {
      title: "Questions",
      items: [
        ["Can beginners join?", "Yes, a new beginners’ class starts every month."],
        ["What if I miss a class?", "Make it up on another day, or watch the recording."],
      ],
    },
    form: { title: "A free assessment", detail: "Leave your details and we will arrange 15 minutes.", button: "Book" },
  },
  music: {
    hero: {
      title: "Music to grow up with",
      subtitle: "Piano, violin and voice, one to one.",
      button: "Book a first lesson",
    },
    points: {
      title: "How we teach",
      body: "- At your child’s own pace\n- A student concert every term\n- Help with graded exams",
    },
    offer: { title: "First lesson", detail: "Thirty minutes, with instruments to try.", button: "Book" },
    timetable: {
      title: "Lesson times",
      rows: [
        ["Weekdays", "15:00 – 20:00", "One to one"],
        ["Saturday", "9:00 – 18:00", "One to one"],
        ["Sunday", "10:00 – 13:00", "Ensemble"],
      ],
    },
    questions: {
      title: "Questions",
      items: [
        ["We have no instrument at home.", "You can rent one first, or practise here."],
        ["At what age can children start?", "From 4 for piano and 5 for violin."],
      ],
    },
    form: { title: "Book a first lesson", detail: "Tell us the age and the instrument.", button: "Book" },
  },
  sports: {
    hero: {
      title: "Get moving",
      subtitle: "Basketball, swimming and gymnastics with licensed coaches.",
      button: "Try a session",
    },
    points: {
      title: "Training",
      body: "- **Licensed coaches**, one for every eight players\n- **Groups by fitness**, assessed every month\n- **Teams and matches**",
    },
    offer: { title: "First session free", detail: "You get a training shirt when you join.", button: "Ask about it" },
    timetable: {
      title: "Training times",
      rows: [
        ["Tuesday", "17:00 – 18:30", "Beginners"],
        ["Thursday", "17:00 – 18:30", "Intermediate"],
        ["Saturday", "9:00 – 11:00", "Competition"],
      ],
    },
    questions: {
      title: "Questions",
      items: [
        ["What if it rains?", "Indoor training goes ahead. Outdoor training moves to another day."],
        ["Do we need equipment?", "Not for the first session."],
      ],
    },
    form: { title: "Try a session", detail: "Leave your details and a coach will call.", button: "Join" },
  },
  exam: {
    hero: {
      title: "Exam preparation",
      subtitle: "Eight weeks on the parts you find hardest.",
      button: "Get the timetable",
    },
    points: {
      title: "What’s included",
      body: "- Past papers, sorted by type of question\n- A mock exam every week, marked and explained\n- Questions answered within one working day",
    },
    offer: { title: "Bring your friends", detail: "15% off each when three of you sign up.", button: "Ask about it" },
    timetable: {
      title: "Class times",
      rows: [
        ["Mon and Wed", "18:30 – 20:30", "Chinese"],
        ["Tue and Thu", "18:30 – 20:30", "English"],
        ["Saturday", "14:00 – 17:00", "Mathematics"],
      ],
    },
    questions: {
      title: "Questions",
      items: [
        ["Do materials cost extra?", "No, they are included."],
        ["What if it goes too fast?", "You get one extra lesson free."],
      ],
    },
    form: {
      title: "Get the timetable",
      detail: "Tell us the year and subjects, and we will send it.",
      button: "Send it to me",
    },
  },
  openDay: {
    hero: { title: "Open day", subtitle: "See the rooms, meet the tutors, try a class.", button: "Register" },
    points: {
      title: "On the day",
      body: "- A tour of our rooms\n- A talk with a tutor\n- A thirty-minute class for parents and children",
    },
    offer: { title: "Join on the day", detail: "10% off, and no registration fee.", button: "Learn more" },
    timetable: {
      title: "Times",
      rows: [
        ["First", "10:00 – 12:00", "Tour and class"],
        ["Second", "14:00 – 16:00", "Tour and class"],
        ["All day", "10:00 – 17:00", "Advice"],
      ],
    },
    questions: {
      title: "Questions",
      items: [
        ["Do we need to register?", "For the class, yes. The tour is open to everyone."],
        ["Can children come?", "Yes. Somebody will look after them."],
      ],
    },
    form: { title: "Register", detail: "Choose a time and we will confirm.", button: "Register" },
  },
  early: {
    hero: {
      title: "A good start",
      subtitle: "Classes for 1 to 4 with a parent: learning through play.",
      button: "Book a visit",
    },
    points: {
      title: "Why choose us",
      body: "- Play in two languages\n- Six families and two tutors in each class\n- Rooms cleaned every day",
    },
    offer: { title: "First visit", detail: "Half price, with one parent.", button: "Get a voucher" },
    timetable: {
      title: "Class times",
      rows: [
        ["Weekdays", "9:30 – 10:30", "Ages 1 – 2"],
        ["Weekdays", "11:00 – 12:00", "Ages 2 – 3"],
        ["Saturday", "10:00 – 11:00", "Ages 3 – 4"],
      ],
    },
    questions: {
      title: "Questions",
      items: [
        ["Do parents stay?", "Under 3, yes. From age 3, children can stay on their own."],
        ["Do we bring nappies?", "Yes, please. There is a place to change them."],
      ],
    },
    form: { title: "Book a visit", detail: "Tell us the age and we will suggest a class.", button: "Book" },
  },
} satisfies Record<string, TemplateTexts>;
